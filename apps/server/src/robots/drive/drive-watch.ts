import type { DriveEnd } from '@sweepline/contract';
import { mayStillDrive } from '../../features/devices/control/control-service.ts';
import type { DriveRegistry, DriveDeps } from './drive-registry.ts';
import { slowMs, tooSlowMs } from './drive-rules.ts';
import type { Drive } from './drive-session.ts';

/** The longest duration of a session. */
export const maxDriveS = 900;
const idleMs = 30_000;
const checkEveryMs = 1_000;
/** A mode reported sooner after the start may be from before it. */
const settledMs = 2_000;
/** Full speed returns only when the latency is clearly better. */
const recoveredMs = 400;

/** Ends sessions by their limits, and checks the permission of each driver every second. */
export function createDriveWatch(
  { db, now, log, sessionOf }: DriveDeps,
  { drives, end, nowMs }: DriveRegistry,
) {
  const checkRight = async (drive: Drive) => {
    drive.checkedMs = nowMs();
    const isPermitted = await mayStillDrive(db, now, { ...drive.record, sessionId: drive.login }).catch(
      (error: unknown) => {
        log.error({ error }, 'a driver’s right could not be looked up');
        return false;
      },
    );
    if (isPermitted) drive.permittedMs = nowMs();
    else await end(drive, 'RIGHT_ENDED');
  };

  const endReason = (drive: Drive, ms: number): DriveEnd | undefined => {
    const session = sessionOf(drive.record.deviceId);
    if (session?.liveness.state !== 'ONLINE') return 'OFFLINE';
    if (drive.state === 'OPENING' || drive.ending) return undefined;
    if (ms - drive.heldMs > idleMs) return 'IDLE';
    if (ms - drive.openedMs > maxDriveS * 1000) return 'TIME_UP';
    const { mode } = session.live;
    const hasLeft =
      mode && mode.value.mode !== 'MANUAL_RUN' && Date.parse(mode.at) > drive.activeMs + settledMs;
    if (hasLeft) return 'ROBOT_ENDED';
    const trip = drive.trips.median(ms);
    if (trip !== null && trip > tooSlowMs) return 'LINK_TOO_SLOW';
    if (trip !== null) drive.slowed = trip > slowMs || (drive.slowed && trip > recoveredMs);
    if (ms - drive.checkedMs >= checkEveryMs) void checkRight(drive);
    return undefined;
  };

  return {
    tick(ms: number): void {
      for (const drive of drives.values()) {
        const reason = endReason(drive, ms);
        if (reason) void end(drive, reason);
      }
    },
    /** Checks at once after an event that may have revoked a permission. */
    checkAll(): void {
      for (const drive of drives.values()) if (!drive.ending) void checkRight(drive);
    },
  };
}

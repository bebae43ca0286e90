import type { DriveEnd } from '@sweepline/contract';
import { mayStillDrive } from '../../features/device-control/control-service.ts';
import type { DriveBoard, DriveDeps } from './drive-board.ts';
import { slowMs, tooSlowMs } from './drive-rules.ts';
import type { Drive } from './drive-session.ts';

/** A session lasts no longer. */
export const maxDriveS = 900;
const idleMs = 30_000;
const checkEveryMs = 1_000;
/** A mode said sooner after the beginning may be that of before. */
const settledMs = 2_000;
/** Faster again once the link is clearly better. */
const wellMs = 400;

/** What ends a drive by itself, and the right to it, looked at again every second. */
export function createDriveWatch({ db, now, log, sessionOf }: DriveDeps, { drives, end, nowMs }: DriveBoard) {
  const checkRight = async (drive: Drive) => {
    drive.askedMs = nowMs();
    const may = await mayStillDrive(db, now, { ...drive.record, sessionId: drive.login }).catch(
      (error: unknown) => {
        log.error({ error }, 'a driver’s right could not be looked up');
        return false;
      },
    );
    if (may) drive.rightMs = nowMs();
    else await end(drive, 'RIGHT_ENDED');
  };

  const passTime = (drive: Drive, ms: number): DriveEnd | undefined => {
    const session = sessionOf(drive.record.deviceId);
    if (session?.liveness.state !== 'ONLINE') return 'OFFLINE';
    if (drive.state === 'OPENING' || drive.ending) return undefined;
    if (ms - drive.heldMs > idleMs) return 'IDLE';
    if (ms - drive.openedMs > maxDriveS * 1000) return 'TIME_UP';
    const { mode } = session.live;
    const left = mode && mode.value.mode !== 'MANUAL_RUN' && Date.parse(mode.at) > drive.activeMs + settledMs;
    if (left) return 'ROBOT_ENDED';
    const trip = drive.trips.median(ms);
    if (trip !== null && trip > tooSlowMs) return 'LINK_TOO_SLOW';
    if (trip !== null) drive.slowed = trip > slowMs || (drive.slowed && trip > wellMs);
    if (ms - drive.askedMs >= checkEveryMs) void checkRight(drive);
    return undefined;
  };

  return {
    tick(ms: number): void {
      for (const drive of drives.values()) {
        const over = passTime(drive, ms);
        if (over) void end(drive, over);
      }
    },
    /** Whatever may have taken a right away is looked at now, not at the next second. */
    checkAll(): void {
      for (const drive of drives.values()) if (!drive.ending) void checkRight(drive);
    },
  };
}

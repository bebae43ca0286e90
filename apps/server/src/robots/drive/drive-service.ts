import { driveRules, type DriveFrame } from '@sweepline/contract';
import type { XDriveAck } from '@sweepline/contract/robot';
import { rightsChanged, sessionEnded } from '../../features/people/auth/session-service.ts';
import { controlChanged } from '../../features/devices/control/control-service.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { deviceChannel } from '../../features/devices/identity/credential-service.ts';
import { createDriveRegistry, type DriveDeps } from './drive-registry.ts';
import { requestLease, releaseLease, renewLease, takeLease } from './drive-rules.ts';
import {
  acknowledge,
  acceptFrame,
  newDrive,
  outcomeOf,
  sendSetpoint,
  addPosition,
  type Drive,
} from './drive-session.ts';
import { maxDriveS, createDriveWatch } from './drive-watch.ts';
import { isoOf } from '../protocol/iso.ts';
import { reachable } from '../commands/robot-refusal.ts';
import type { Session } from '../sessions/session.ts';
import type { Driver } from '../../robots-port/robots.ts';
import { type RefusalCode, refuse } from '../../robots-port/robot-refusal.ts';
import type { TakeControl } from '../../robots-port/robots.ts';

/** Positions a second while the robot is driven. */
const drivenHz = 5;
const openModes: readonly string[] = ['STANDBY', 'MANUAL_RUN', 'ERROR'];
const pausableModes: readonly string[] = ['AUTO_RUN', 'SCHEDULED_CLEANING', 'EDGE', 'NAVIGATION'];

/** Refusals that name the next step of the driver. */
const driveRefusals: Record<string, RefusalCode> = {
  REPLENISH: 'BUSY_REPLENISHING',
  CHARGING: 'DRIVE_CHARGING',
  AUTO_RECHARGE: 'DRIVE_RUNNING',
  PROMOTION: 'DRIVE_RUNNING',
};

/** Modes in which a user may drive (docs/protocol/commands.md#types, docs/protocol/telemetry.md#modes). */
const checkMode = ({ live }: Session) => {
  const mode = live.mode?.value;
  if (mode?.relocating) refuse('DRIVE_RELOCATING');
  if (!mode || openModes.includes(mode.mode) || (mode.paused && pausableModes.includes(mode.mode))) return;
  refuse(driveRefusals[mode.mode] ?? (pausableModes.includes(mode.mode) ? 'DRIVE_RUNNING' : 'MODE_FORBIDS'));
};

/** Manual driving (docs/protocol/drive.md#session): one user at a time, whose permission is checked every second. */
export function createDriveService(deps: DriveDeps) {
  const { bus, downlink, commands, driveLog, sessionOf, now } = deps;
  const registry = createDriveRegistry(deps);
  const { drives, leaseOf, setLease, ofLogin, nowMs, publishStatus, stopRobot, end } = registry;
  const watch = createDriveWatch(deps, registry);
  const stops = [
    bus.subscribe(controlChanged, watch.checkAll),
    bus.subscribe(rightsChanged, watch.checkAll),
    bus.subscribe(sessionEnded, watch.checkAll),
    bus.subscribe(deviceChannel, watch.checkAll),
  ];

  const openAtRobot = async (drive: Drive) => {
    const { id, deviceId, accountName } = drive.record;
    const params = { sessionId: id, maxV: drive.maxV, maxW: driveRules.maxW, maxSeconds: maxDriveS };
    const command = { deviceId, type: 'teleop.open', params, by: accountName } as const;
    const row = await commands.sendAndWait(command).catch(async (error: unknown) => {
      await end(drive, 'REFUSED');
      throw error;
    });
    if (row.status !== 'SUCCEEDED' || drive.state !== 'OPENING') {
      await end(drive, 'REFUSED');
      const code = refusalOf(row.code);
      refuse(code === 'RELOCATING' ? 'DRIVE_RELOCATING' : code);
    }
    Object.assign(drive, { state: 'ACTIVE', activeMs: nowMs(), heldMs: nowMs() });
    setLease(deviceId, renewLease(leaseOf(deviceId), drive.record.accountId, nowMs()));
    const rate = { visualizationHz: drivenHz, telemetryS: 1, holdS: 60 };
    // A refusal only makes the position less frequent.
    commands.sendCommand({ deviceId, type: 'stream.rate', params: rate, by: '' }).catch(() => {});
    publishStatus(deviceId);
  };

  return {
    status: registry.status,
    /** Opens a session, or returns the present driver. Refused if the robot cannot be driven now. */
    open: async (input: TakeControl): Promise<{ sessionId: string } | { taken: Driver }> => {
      const { deviceId, who: person, company = '', login, byRight, reason, maxV, force } = input;
      const session = reachable(sessionOf(deviceId));
      if (!session.vendor) refuse('UNSUPPORTED');
      checkMode(session);
      const taken = takeLease(leaseOf(deviceId), person, nowMs(), force);
      if ('taken' in taken) return taken;
      const current = drives.get(deviceId);
      const others = current && current.record.accountId !== person.accountId;
      // The lease is checked again after the await: of two concurrent requests the second is refused.
      if (current)
        await end(current, others ? (force ? 'TAKEN_OVER' : 'LEASE_ENDED') : 'HANDED_OVER', person.name);
      const lease = takeLease(leaseOf(deviceId), person, nowMs(), force);
      if ('taken' in lease) return lease;
      setLease(deviceId, lease);
      const record = { id: newId(), companyId: session.device.companyId, deviceId, byRight, reason };
      const openedAt = isoOf(nowMs());
      const { accountId, name: accountName } = person;
      const driver = { accountId, accountName, accountCompany: company };
      const drive = newDrive({ ...record, ...driver, openedAt }, login, maxV, nowMs());
      if (!(await driveLog.begin(drive.record))) return { taken: { accountId: '', name: '' } };
      drives.set(deviceId, drive);
      publishStatus(deviceId);
      await openAtRobot(drive);
      return { sessionId: drive.record.id };
    },
    /**
     * A frame of a page. Only frames of the driver that are newer than the last and fresh count. Returns false if the robot belongs
     * to another server.
     */
    frame(login: string, frame: DriveFrame): boolean {
      const drive = ofLogin(login).find(({ record }) => record.id === frame.session);
      const session = drive && sessionOf(drive.record.deviceId);
      if (!drive) return false;
      if (!session || !acceptFrame(drive, frame, nowMs())) return true;
      const { deviceId, accountId } = drive.record;
      setLease(deviceId, renewLease(leaseOf(deviceId), accountId, nowMs()));
      sendSetpoint(drive, session, downlink, now);
      return true;
    },
    /** The page's connection is closed: its last request no longer applies. */
    lost(login: string): void {
      for (const drive of ofLogin(login)) stopRobot(drive);
    },
    ask(deviceId: string, person: Driver): void {
      setLease(deviceId, requestLease(leaseOf(deviceId), person));
      publishStatus(deviceId);
    },
    handOver: async (deviceId: string, login: string, accountId: string): Promise<void> => {
      const drive = drives.get(deviceId);
      const lease = leaseOf(deviceId);
      const next = lease.asking.find((person) => person.accountId === accountId);
      if (drive?.login !== login || !next) return refuse('WRONG_STATE');
      setLease(deviceId, releaseLease(lease, drive.record.accountId, nowMs(), next));
      await end(drive, 'HANDED_OVER', next.name);
    },
    close: async (deviceId: string, login: string, resume: boolean): Promise<void> => {
      const drive = drives.get(deviceId);
      if (drive?.login !== login) return refuse('WRONG_STATE');
      await end(drive, 'RELEASED', '', resume);
    },
    isDriven: (deviceId: string) => drives.has(deviceId),
    acknowledged(session: Session, ack: XDriveAck): void {
      const drive = drives.get(session.device.deviceId);
      if (!drive) return;
      acknowledge(drive, ack, nowMs());
      publishStatus(session.device.deviceId);
    },
    place(session: Session, atMs: number): void {
      const drive = drives.get(session.device.deviceId);
      if (drive && !drive.ending) addPosition(drive, session, atMs);
    },
    tick: watch.tick,
    load: (shards: readonly number[]) => driveLog.endOpenSessions(shards, isoOf(nowMs())),
    /** Ends the session of a device that another server takes over: its robot is stopped at once. */
    handAway: async (deviceId: string): Promise<void> => {
      const drive = drives.get(deviceId);
      if (drive) await end(drive, 'RESTARTED');
      registry.forget(deviceId);
    },
    stop: async (): Promise<void> => {
      for (const stop of stops) stop();
      await Promise.all(
        [...drives.values()].map(
          (drive) =>
            drive.ending ?? driveLog.end(drive.record.id, outcomeOf(drive, nowMs(), 'RESTARTED', '')),
        ),
      );
    },
  };
}
export type DriveService = ReturnType<typeof createDriveService>;

const refusals: readonly string[] = [
  'FROZEN',
  'RELOCATING',
  'MODE_FORBIDS',
  'UNSUPPORTED',
  'BUSY_REPLENISHING',
];
const refusalOf = (code: string): RefusalCode =>
  // The list contains only values of RefusalCode.
  refusals.includes(code) ? (code as RefusalCode) : 'TIMED_OUT';

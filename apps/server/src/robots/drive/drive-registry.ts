import { driveTopic, type DriveEnd, type DriveStatus } from '@sweepline/contract';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { CommandService } from '../commands/command-service.ts';
import type { Downlink } from '../sessions/downlink.ts';
import type { DriveLog } from './drive-log.ts';
import { freeLease, releaseLease, type DriveLease } from './drive-rules.ts';
import { halt, outcomeOf, sendSetpoint, viewOf, type Drive } from './drive-session.ts';
import type { Log } from '../gateway-options.ts';
import type { Session } from '../sessions/session.ts';
import { RobotRefusal } from '../../robots-port/robot-refusal.ts';

export interface DriveDeps {
  db: Db;
  now: Clock;
  log: Log;
  bus: Bus;
  downlink: Downlink;
  commands: CommandService;
  driveLog: DriveLog;
  sessionOf(deviceId: string): Session | undefined;
}

/** The robot is sent nothing: it is offline, has ended the session, or a new session opens at once. */
const endsWithoutMessage: readonly DriveEnd[] = [
  'OFFLINE',
  'ROBOT_ENDED',
  'HANDED_OVER',
  'TAKEN_OVER',
  'LEASE_ENDED',
  'RESTARTED',
];

/** Who drives which device, who requests it, and how a session ends. */
export function createDriveRegistry(deps: DriveDeps) {
  const { now, log, bus, downlink, commands, driveLog, sessionOf } = deps;
  const drives = new Map<string, Drive>();
  const leases = new Map<string, DriveLease>();
  const ends = new Map<string, NonNullable<DriveStatus['ended']>>();
  const leaseOf = (deviceId: string) => leases.get(deviceId) ?? freeLease;
  const nowMs = () => now().getTime();

  const status = (deviceId: string): DriveStatus => {
    const drive = drives.get(deviceId);
    const { asking, reserved } = leaseOf(deviceId);
    const reservedFor =
      reserved && reserved.untilMs > nowMs() ? { accountId: reserved.accountId, name: reserved.name } : null;
    const session = drive ? viewOf(drive, nowMs()) : null;
    return { deviceId, session, asking: [...asking], reservedFor, ended: ends.get(deviceId) ?? null };
  };

  const publishStatus = (deviceId: string) => {
    const companyId = sessionOf(deviceId)?.device.companyId;
    if (companyId) bus.publish(driveTopic(deviceId), status(deviceId), { companyId });
  };

  const stopRobot = (drive: Drive) => {
    const session = sessionOf(drive.record.deviceId);
    halt(drive, nowMs());
    if (session) sendSetpoint(drive, session, downlink, now);
  };

  const closeSession = async (drive: Drive, code: DriveEnd, by: string, resume: boolean) => {
    const { id, deviceId, accountName } = drive.record;
    await driveLog.end(id, outcomeOf(drive, nowMs(), code, by));
    if (!endsWithoutMessage.includes(code)) {
      const params = { sessionId: id, resume };
      const command = { deviceId, type: 'teleop.close', params, by: accountName } as const;
      // A robot that did not answer is not waited for again.
      const sending = code === 'REFUSED' ? commands.sendCommand(command) : commands.sendAndWait(command);
      await sending.catch((error: unknown) => {
        if (!(error instanceof RobotRefusal)) throw error;
      });
    }
    drive.state = 'CLOSED';
    if (drives.get(deviceId) === drive) drives.delete(deviceId);
    publishStatus(deviceId);
  };

  /** Ends a session once. The robot is stopped at once, then the session is closed at the robot where necessary. */
  const end = (drive: Drive, code: DriveEnd, by = '', resume = false): Promise<void> => {
    if (drive.ending) return drive.ending;
    const { id, deviceId, accountId } = drive.record;
    stopRobot(drive);
    drive.state = 'CLOSING';
    ends.set(deviceId, { sessionId: id, code, by });
    if (code !== 'HANDED_OVER') leases.set(deviceId, releaseLease(leaseOf(deviceId), accountId, nowMs()));
    log.info({ drive: id, deviceId, as: code }, 'a drive ended');
    drive.ending = closeSession(drive, code, by, resume).catch((error: unknown) =>
      log.error({ error, drive: id }, 'the end of a drive could not be written'),
    );
    publishStatus(deviceId);
    return drive.ending;
  };

  return {
    drives,
    leaseOf,
    setLease: (deviceId: string, lease: DriveLease): void => void leases.set(deviceId, lease),
    ofLogin: (login: string) => [...drives.values()].filter((drive) => drive.login === login),
    nowMs,
    status,
    publishStatus,
    stopRobot,
    end,
    forget: (deviceId: string): void => {
      drives.delete(deviceId);
      leases.delete(deviceId);
      ends.delete(deviceId);
    },
  };
}
export type DriveRegistry = ReturnType<typeof createDriveRegistry>;

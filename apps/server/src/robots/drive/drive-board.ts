import { driveTopic, type DriveEnd, type DriveStatus } from '@sweepline/contract';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { CommandService } from '../commands/command-service.ts';
import type { Downlink } from '../sessions/downlink.ts';
import type { DriveLog } from './drive-log.ts';
import { freeWheel, release, type Wheel } from './drive-rules.ts';
import { halt, outcomeOf, pass, viewOf, type Drive } from './drive-session.ts';
import type { Log } from '../gateway-options.ts';
import { RobotRefusal } from '../commands/robot-refusal.ts';
import type { Session } from '../sessions/session.ts';

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

/** The robot is told nothing: it is away, has let go, or is opened anew at once. */
const silentEnds: readonly DriveEnd[] = [
  'OFFLINE',
  'ROBOT_ENDED',
  'HANDED_OVER',
  'TAKEN_OVER',
  'LEASE_ENDED',
];

/** Who drives what, who wants to, and how a drive ends. */
export function createDriveBoard(deps: DriveDeps) {
  const { now, log, bus, downlink, commands, driveLog, sessionOf } = deps;
  const drives = new Map<string, Drive>();
  const wheels = new Map<string, Wheel>();
  const ends = new Map<string, NonNullable<DriveStatus['ended']>>();
  const wheelOf = (deviceId: string) => wheels.get(deviceId) ?? freeWheel;
  const nowMs = () => now().getTime();

  const status = (deviceId: string): DriveStatus => {
    const drive = drives.get(deviceId);
    const { asking, kept } = wheelOf(deviceId);
    const waits = kept && kept.untilMs > nowMs() ? { accountId: kept.accountId, name: kept.name } : null;
    const session = drive ? viewOf(drive, nowMs()) : null;
    return { deviceId, session, asking: [...asking], reservedFor: waits, ended: ends.get(deviceId) ?? null };
  };

  const tell = (deviceId: string) => {
    const companyId = sessionOf(deviceId)?.device.companyId;
    if (companyId) bus.publish(driveTopic(deviceId).name, status(deviceId), { companyId });
  };

  const stand = (drive: Drive) => {
    const session = sessionOf(drive.record.deviceId);
    halt(drive, nowMs());
    if (session) pass(drive, session, downlink, now);
  };

  const letGo = async (drive: Drive, as: DriveEnd, by: string, resume: boolean) => {
    const { id, deviceId, accountName } = drive.record;
    await driveLog.end(id, outcomeOf(drive, nowMs(), as, by));
    if (!silentEnds.includes(as)) {
      const params = { sessionId: id, resume };
      const told = { deviceId, type: 'teleop.close', params, by: accountName } as const;
      // One that gave no answer is not waited for again.
      const telling = as === 'REFUSED' ? commands.sendCommand(told) : commands.sendAndWait(told);
      await telling.catch((error: unknown) => {
        if (!(error instanceof RobotRefusal)) throw error;
      });
    }
    drive.state = 'CLOSED';
    if (drives.get(deviceId) === drive) drives.delete(deviceId);
    tell(deviceId);
  };

  /** Ends a session, once. The robot stands at once, and is told to let go where it has to be. */
  const end = (drive: Drive, as: DriveEnd, by = '', resume = false): Promise<void> => {
    if (drive.ending) return drive.ending;
    const { id, deviceId, accountId } = drive.record;
    stand(drive);
    drive.state = 'CLOSING';
    ends.set(deviceId, { sessionId: id, code: as, by });
    if (as !== 'HANDED_OVER') wheels.set(deviceId, release(wheelOf(deviceId), accountId, nowMs()));
    log.info({ drive: id, deviceId, as }, 'a drive ended');
    drive.ending = letGo(drive, as, by, resume).catch((error: unknown) =>
      log.error({ error, drive: id }, 'the end of a drive could not be written'),
    );
    tell(deviceId);
    return drive.ending;
  };

  return {
    drives,
    wheelOf,
    setWheel: (deviceId: string, wheel: Wheel): void => void wheels.set(deviceId, wheel),
    ofLogin: (login: string) => [...drives.values()].filter((drive) => drive.login === login),
    nowMs,
    status,
    tell,
    stand,
    end,
  };
}
export type DriveBoard = ReturnType<typeof createDriveBoard>;

import { createAcknowledger } from './intake/acknowledger.ts';
import { createConnectionRefusals } from './identity/connection-refusals.ts';
import { createDeadLetters } from './intake/dead-letters.ts';
import { createDeviceRequests } from './sessions/device-requests.ts';
import { createDocumentStore } from './sessions/document-store.ts';
import { createDriveLog } from './drive/drive-log.ts';
import { createDownlink } from './sessions/downlink.ts';
import type { GatewayLimits, GatewayOptions, GatewayTiming } from './gateway-options.ts';
import { createHistoryService } from './sessions/history-service.ts';
import { createInstantActions } from './commands/instant-actions.ts';
import type { Link } from './protocol/link.ts';
import { isBound, type Registration, type Registry, type RobotOwnership } from './identity/registry.ts';
import { createPaths } from './runs/run-path.ts';
import { newSession, type Session } from './sessions/session.ts';
import { createUplinkRefusals } from './intake/uplink-refusals.ts';
import { createStateWaiter } from './sessions/state-waiter.ts';
import { createShellStore } from './shell/shell-store.ts';
import { createVideoLog } from './video/video-log.ts';
import { createWaitingReports } from './runs/waiting-reports.ts';

export interface AssemblyOptions extends Omit<GatewayOptions, 'ownership'> {
  timing: GatewayTiming;
  limits: GatewayLimits;
  interfaces: readonly string[];
  registry: Registry;
  ownership: RobotOwnership;
  link: Omit<Link, 'url' | 'tlsPorts' | 'close'>;
}

/** The parts that need only the database, the clock and the broker. */
export function createAssemblyBase(options: AssemblyOptions) {
  const { db, now, log, timing, limits, registry, link } = options;
  const sessions = new Map<string, Session>();
  const { owns } = options.ownership;
  const sessionOf = (device: Registration): Session => {
    const session = sessions.get(device.deviceId);
    if (session) return session;
    const created = newSession(device);
    // A message may still be under way when its robot goes to another server.
    if (owns(device.deviceId)) sessions.set(device.deviceId, created);
    return created;
  };
  const downlink = createDownlink(link, now, log);
  const instant = createInstantActions(downlink, now, timing);
  /** Receives what these robots send from now on, and asks them for their state: their last one went elsewhere. */
  const receiveFrom = async (followed: readonly Session[]): Promise<void> => {
    if (!link.follow || followed.length === 0) return;
    await link.follow(followed.map(({ device }) => device.sn));
    for (const session of followed) if (isBound(session.device)) instant.request(session, 'stateRequest');
  };
  const deadLetters = createDeadLetters(db, now, log, limits.deadLettersPerHour);
  const refusals = createUplinkRefusals({ db, now, log, deadLetters }, limits.deadLettersPerHour);
  return {
    ...options,
    sessions,
    owns,
    /** Creates the session of a device that has just been registered. */
    sessionOf,
    find: (deviceId: string) => sessions.get(deviceId),
    downlink,
    deadLetters,
    refusals,
    waitingReports: createWaitingReports({ db, now, log, timing, refusals }),
    instant,
    receiveFrom,
    paths: createPaths(db, log),
    driveLog: createDriveLog(db),
    videoLog: createVideoLog(db),
    shellStore: createShellStore(db),
    documents: createDocumentStore(db, now, log),
    requests: createDeviceRequests(db, now, log),
    connectionRefusals: createConnectionRefusals(db, now, log, registry),
    history: createHistoryService(db, now, log),
    acknowledger: createAcknowledger(downlink, now),
    waiting: createStateWaiter(),
  };
}
export type Base = ReturnType<typeof createAssemblyBase>;

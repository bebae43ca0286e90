import { openAcknowledger } from './intake/acknowledger.ts';
import { openDeadLetters } from './intake/dead-letters.ts';
import { openDeviceRequests } from './sessions/device-requests.ts';
import { openDocuments } from './sessions/document-store.ts';
import { openDriveLog } from './drive/drive-log.ts';
import { openDownlink } from './sessions/downlink.ts';
import type { GatewayLimits, GatewayOptions, GatewayTiming } from './gateway-options.ts';
import { openHistory } from './sessions/history-service.ts';
import { openInstantActions } from './commands/instant-actions.ts';
import type { Link } from './protocol/link.ts';
import type { Registration, Registry } from './identity/registry.ts';
import { openPaths } from './runs/run-path.ts';
import { newSession, type Session } from './sessions/session.ts';
import { createUplinkRefusals } from './intake/uplink-refusals.ts';
import { openWaiting } from './sessions/state-waiter.ts';
import { createWaitingReports } from './runs/waiting-reports.ts';

export interface AssemblyOptions extends GatewayOptions {
  timing: GatewayTiming;
  limits: GatewayLimits;
  interfaces: readonly string[];
  registry: Registry;
  link: Pick<Link, 'publish' | 'disconnect' | 'reachedAt'>;
}

/** What stands on nothing but the database, the clock and the broker. */
export function openBase(options: AssemblyOptions) {
  const { db, now, log, timing, limits, registry, link } = options;
  const sessions = new Map<string, Session>();
  const sessionOf = (device: Registration): Session => {
    const known = sessions.get(device.deviceId);
    if (known) return known;
    const fresh = newSession(device);
    sessions.set(device.deviceId, fresh);
    return fresh;
  };
  for (const device of registry.all()) sessionOf(device);
  const downlink = openDownlink(link, now, log);
  const deadLetters = openDeadLetters(db, now, log, limits.deadLettersPerHour);
  const refusals = createUplinkRefusals({ db, now, log, deadLetters }, limits.deadLettersPerHour);
  return {
    ...options,
    sessions,
    /** Makes one for a device that was registered a moment ago. */
    sessionOf,
    find: (deviceId: string) => sessions.get(deviceId),
    downlink,
    deadLetters,
    refusals,
    waitingReports: createWaitingReports({ db, now, log, timing, refusals }),
    instant: openInstantActions(downlink, now, timing),
    paths: openPaths(db, log),
    driveLog: openDriveLog(db),
    documents: openDocuments(db, now, log),
    requests: openDeviceRequests(db, now, log),
    history: openHistory(db, now, log),
    acknowledger: openAcknowledger(downlink, now),
    waiting: openWaiting(),
  };
}
export type Base = ReturnType<typeof openBase>;

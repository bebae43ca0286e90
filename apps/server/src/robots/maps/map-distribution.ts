import { and, eq, inArray, sql } from 'drizzle-orm';
import { deviceMaps } from '../../entities/places/device-map-table.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import type { SendResult } from '../../robots-port/robots.ts';
import type { RobotOwnership } from '../identity/registry.ts';
import { createFallbackRetries } from './fallback-retries.ts';
import { mapOf, rowOf, type DeviceMapRow } from './map-rows.ts';
import { createMapSyncRequest, isOnline } from './map-sync-request.ts';
import type { MapSyncRunner, RunnerDeps } from './map-sync-runner.ts';
import { takesMaps } from './map-sync.ts';
import type { Session } from '../sessions/session.ts';

type Deps = Pick<RunnerDeps, 'db' | 'now' | 'sessionOf'> & Pick<MapSyncRunner, 'start'> & RobotOwnership;

/** Decides which robots need which version of a map, and starts the synchronisations. */
export function createMapDistribution({ db, now, owns, sessionOf, start }: Deps) {
  const requestSync = createMapSyncRequest({ now, sessionOf });
  const fallbacks = createFallbackRetries(now);

  /**
   * A failed version is retried by a user or with the next version, not for ever. A robot that had the version and reports an
   * older one again gets it after growing pauses.
   */
  const mayCatchUp = (row: DeviceMapRow | undefined, version: number): boolean => {
    if (!row || row.wanted !== version || row.status === 'NOT_SYNCED') return true;
    const fellBack =
      ['ENABLED', 'DISABLED', 'IN_USE'].includes(row.status) && row.version !== null && row.version < version;
    return fellBack && fallbacks.mayStart(row.deviceId, row.mapId);
  };

  /** Starts after the commit, because a robot may answer before it. */
  const startRequested = async (request: (tx: Tx) => Promise<(DeviceMapRow | undefined)[]>) =>
    start(await inScope(db, '*', request));

  /** Sends the published version to a robot with an older one, also if it was offline at the publication. */
  const catchUp = async (session: Session, mapIds: readonly string[]): Promise<void> => {
    const { deviceId } = session.device;
    if (!isOnline(session) || !takesMaps(session)) return;
    await startRequested(async (tx) => {
      const requested: (DeviceMapRow | undefined)[] = [];
      for (const mapId of mapIds) {
        const row = await rowOf(tx, deviceId, mapId);
        const map = await mapOf(tx, mapId);
        if (mayCatchUp(row, map.version))
          requested.push(await requestSync(tx, deviceId, map, row?.updatedBy ?? session.device.sn));
      }
      return requested;
    });
  };

  return {
    catchUp,

    /** Sends again what robots with an older version wait for. A robot that is offline gets it with its next report. */
    retryFallbacks: async (): Promise<void> => {
      fallbacks.forgetOld();
      for (const { deviceId, mapId } of fallbacks.takeDue()) {
        const session = sessionOf(deviceId);
        if (session) await catchUp(session, [mapId]);
      }
    },

    /** Resumes unfinished synchronisations of a robot that is back, and starts those that never began. */
    resume: ({ device: { deviceId } }: Session): Promise<void> =>
      startRequested(async (tx) => {
        const isOpen = inArray(deviceMaps.status, ['SYNCING', 'NOT_SYNCED']);
        const open = await tx
          .select()
          .from(deviceMaps)
          .where(and(eq(deviceMaps.deviceId, deviceId), isOpen));
        const next: (DeviceMapRow | undefined)[] = [];
        for (const row of open) {
          if (row.status === 'SYNCING') next.push(row);
          else if (row.wanted !== null)
            next.push(await requestSync(tx, deviceId, await mapOf(tx, row.mapId), row.updatedBy));
        }
        return next;
      }),

    /** Every robot of this server with the map gets its new version, except the one that drew it. */
    publish: (mapId: string, drawnBy?: string): Promise<void> =>
      startRequested(async (tx) => {
        const map = await mapOf(tx, mapId);
        const isHeld = sql`${deviceMaps.status} not in ('DELETED', 'DELETED_ON_DEVICE')`;
        const rows = await tx
          .select()
          .from(deviceMaps)
          .where(and(eq(deviceMaps.mapId, mapId), isHeld));
        const next: (DeviceMapRow | undefined)[] = [];
        for (const { deviceId, status, wanted, updatedBy } of rows) {
          const neverSynced = ['NOT_SYNCED', 'SYNC_FAILED'].includes(status) && wanted === null;
          if (deviceId !== drawnBy && !neverSynced && owns(deviceId))
            next.push(await requestSync(tx, deviceId, map, updatedBy));
        }
        return next;
      }),

    /** Sends the published version to robots; offline ones get it when they return. */
    send: async (mapId: string, deviceIds: readonly string[], by: string): Promise<SendResult[]> => {
      const results: SendResult[] = [];
      await startRequested(async (tx) => {
        const map = await mapOf(tx, mapId);
        const next: (DeviceMapRow | undefined)[] = [];
        for (const deviceId of deviceIds) {
          const session = sessionOf(deviceId);
          if (isOnline(session) && !takesMaps(session)) {
            results.push({ deviceId, result: 'REFUSED', reason: 'UNSUPPORTED' });
            continue;
          }
          next.push(await requestSync(tx, deviceId, map, by));
          const online = isOnline(session);
          results.push({ deviceId, result: online ? 'STARTED' : 'WAITS', reason: online ? '' : 'OFFLINE' });
        }
        return next;
      });
      return results;
    },
  };
}

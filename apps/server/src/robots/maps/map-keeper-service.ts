import { and, eq, inArray, sql } from 'drizzle-orm';
import { deviceMaps } from '../../entities/places/device-map-table.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import type { Log } from '../gateway-options.ts';
import { createMapActions } from './map-actions.ts';
import { endTimedOutSyncs } from './map-sync-timeout.ts';
import { mapOf, move, rowOf, settled, writeRow, type DeviceMapRow } from './map-rows.ts';
import { createMapStates } from './map-states.ts';
import { isOnline, createMapSyncRequest } from './map-sync-request.ts';
import { createMapSync, syncMs, takesMaps, type SyncOutcome, type SyncParts } from './map-sync.ts';
import type { Session } from '../sessions/session.ts';
import type { SendResult } from '../../robots-port/robots.ts';

interface KeeperDeps extends SyncParts {
  log: Log;
  sessionOf(deviceId: string): Session | undefined;
}

const timeoutCheckMs = 60_000;

/** Sends maps to robots, and records which maps each robot has (docs/protocol/maps.md#states-of-a-map). */
export function createMapKeeper(deps: KeeperDeps) {
  const { db, now, log, sessionOf, instant, until } = deps;
  const sync = createMapSync(deps);
  /** The present synchronisation of each robot's map; a newer one supersedes the older. */
  const running = new Map<string, number>();
  let [started, timeoutCheckedMs] = [0, 0];
  const work = new Set<Promise<unknown>>();
  const inSystemScope = <T>(task: (tx: Tx) => Promise<T>) => inScope(db, '*', task);

  const change = (session: Session, mapId: string, patch: (row: DeviceMapRow) => Partial<DeviceMapRow>) =>
    inSystemScope(async (tx) => {
      const row = await rowOf(tx, session.device.deviceId, mapId);
      return row && (await writeRow(tx, row, patch(row), { at: now().toISOString(), by: row.updatedBy }));
    });

  const end = (session: Session, row: DeviceMapRow, outcome: SyncOutcome) =>
    inSystemScope(async (tx) => {
      const locked = await rowOf(tx, row.deviceId, row.mapId);
      if (!locked) return;
      const by = { at: now().toISOString(), by: locked.updatedBy };
      if ('done' in outcome) {
        const patch = { ...settled, version: row.wanted, syncedAt: by.at, startedAt: null, missing: 0 };
        const synced = await move(tx, locked, 'SYNCED', patch, by);
        const used = session.live.position?.value.mapId === row.mapId;
        if (used) await move(tx, synced, 'USED', {}, by);
      } else if ('reason' in outcome) {
        await move(tx, locked, 'SYNC_FAILED', { reason: outcome.reason, step: locked.step }, by);
      }
    });

  const synchronise = async (session: Session, row: DeviceMapRow): Promise<void> => {
    const { deviceId, mapId, wanted, hash } = row;
    if (wanted === null) return;
    const key = `${deviceId} ${mapId}`;
    const number = ++started;
    running.set(key, number);
    const isCurrent = () => running.get(key) === number;
    const leftMs = Math.max(1_000, syncMs - (now().getTime() - Date.parse(row.startedAt ?? '')));
    const reached = async (step: DeviceMapRow['step'], patch: { hash?: string } = {}) => {
      if (!isCurrent()) return false;
      await change(session, mapId, () => ({ step, ...patch }));
      return isCurrent();
    };
    const outcome = await sync(session, { mapId, version: wanted, hash }, { reached }, leftMs);
    // If the robot went offline, the synchronisation continues when it returns, within its half hour.
    if (!isCurrent() || ('reason' in outcome && outcome.reason === 'TIMED_OUT' && !isOnline(session))) return;
    running.delete(key);
    await end(session, row, outcome);
  };

  const launch = (session: Session, row: DeviceMapRow): void => {
    const task = synchronise(session, row).catch((error: unknown) => {
      running.delete(`${row.deviceId} ${row.mapId}`);
      log.error({ error, deviceId: row.deviceId, mapId: row.mapId }, 'a map could not be sent');
    });
    work.add(task);
    void task.finally(() => work.delete(task));
  };

  const requestSync = createMapSyncRequest({ now, sessionOf });

  const start = (rows: readonly (DeviceMapRow | undefined)[]): void => {
    for (const row of rows) {
      const session = row && sessionOf(row.deviceId);
      if (row?.status === 'SYNCING' && isOnline(session)) launch(session, row);
    }
  };

  const states = createMapStates({
    db,
    now,
    onWritten: (session, outdated) => {
      if (outdated.length > 0) void catchUp(session, outdated);
    },
    log,
  });

  /** Sends the published version to a robot with an older one, also if it was offline at the publication. */
  const catchUp = async (session: Session, mapIds: readonly string[]): Promise<void> => {
    const { deviceId } = session.device;
    if (!isOnline(session) || !takesMaps(session)) return;
    const rows = await inSystemScope(async (tx) => {
      const requested: (DeviceMapRow | undefined)[] = [];
      for (const mapId of mapIds) {
        const row = await rowOf(tx, deviceId, mapId);
        const map = await mapOf(tx, mapId);
        // A failed version is retried by a user or with the next version, not for ever.
        const isTried = row?.wanted === map.version && row.status !== 'NOT_SYNCED';
        if (!isTried)
          requested.push(await requestSync(tx, deviceId, map, row?.updatedBy ?? session.device.sn));
      }
      return requested;
    });
    start(rows);
  };

  /** Resumes unfinished synchronisations of a robot that is back, and starts those that never began. */
  const resume = async (session: Session): Promise<void> => {
    const { deviceId } = session.device;
    const rows = await inSystemScope(async (tx) => {
      const open = await tx
        .select()
        .from(deviceMaps)
        .where(and(eq(deviceMaps.deviceId, deviceId), inArray(deviceMaps.status, ['SYNCING', 'NOT_SYNCED'])));
      const next: (DeviceMapRow | undefined)[] = [];
      for (const row of open) {
        if (row.status === 'SYNCING') next.push(row);
        else if (row.wanted !== null)
          next.push(await requestSync(tx, deviceId, await mapOf(tx, row.mapId), row.updatedBy));
      }
      return next;
    });
    start(rows);
  };

  const runInBackground = (task: Promise<unknown>, what: string): void => {
    work.add(task);
    void task.catch((error: unknown) => log.error({ error }, what)).finally(() => work.delete(task));
  };

  return {
    ...createMapActions({ db, now, sessionOf, instant, until }),
    follow: states.follow,
    cameOnline: (session: Session) => {
      states.forget(session);
      // The factsheet with its abilities precedes the first state; until then nothing is sent.
      void until(session, () => session.state !== undefined && takesMaps(session), syncMs).then(
        (ready) =>
          ready && runInBackground(resume(session), 'maps that waited for a robot could not be sent'),
      );
    },

    /** A map has a new version: every robot with the map gets it, except the one that drew it. */
    published: (mapId: string, drawnBy?: string): void => {
      const drawer = drawnBy === undefined ? undefined : sessionOf(drawnBy);
      // The robot reported this map before it existed here, so its next report must be applied even if unchanged.
      if (drawer) states.forget(drawer);
      runInBackground(
        inSystemScope(async (tx) => {
          const map = await mapOf(tx, mapId);
          const rows = await tx
            .select()
            .from(deviceMaps)
            .where(
              and(
                eq(deviceMaps.mapId, mapId),
                sql`${deviceMaps.status} not in ('DELETED', 'DELETED_ON_DEVICE')`,
              ),
            );
          const next: (DeviceMapRow | undefined)[] = [];
          for (const { deviceId, status, wanted, updatedBy } of rows) {
            const neverSynced = ['NOT_SYNCED', 'SYNC_FAILED'].includes(status) && wanted === null;
            if (deviceId !== drawnBy && !neverSynced)
              next.push(await requestSync(tx, deviceId, map, updatedBy));
          }
          return next;
        }).then(start),
        'a published map could not be sent',
      );
    },

    /** Sends the published version to robots; offline ones get it when they return. */
    send: async (mapId: string, deviceIds: readonly string[], by: string): Promise<SendResult[]> => {
      const [results, rows] = await inSystemScope(async (tx) => {
        const map = await mapOf(tx, mapId);
        const results: SendResult[] = [];
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
        return [results, next] as const;
      });
      start(rows);
      return results;
    },

    /** The robot reports that it deleted a map; runs in the transaction that stores the message. */
    deletedThere: async (tx: Tx, session: Session, mapId: string): Promise<void> => {
      const row = await rowOf(tx, session.device.deviceId, mapId);
      if (row?.companyId === session.device.companyId)
        await move(tx, row, 'GONE', { version: null }, { at: now().toISOString(), by: session.device.sn });
    },

    tick: (nowMs: number): void => {
      if (nowMs - timeoutCheckedMs < timeoutCheckMs) return;
      timeoutCheckedMs = nowMs;
      runInBackground(
        endTimedOutSyncs({ db, now, sessionOf }, (key) => running.delete(key)),
        'synchronisations that took too long could not be ended',
      );
    },

    flush: async (): Promise<void> => {
      running.clear();
      await states.flush();
      await Promise.allSettled(work);
    },
  };
}
export type MapKeeper = ReturnType<typeof createMapKeeper>;

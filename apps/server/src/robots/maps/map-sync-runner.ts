import { inScope, type Tx } from '../../platform/db/db.ts';
import type { Log } from '../gateway-options.ts';
import { move, rowOf, settled, writeRow, type DeviceMapRow } from './map-rows.ts';
import { isOnline } from './map-sync-request.ts';
import { endTimedOutSyncs } from './map-sync-timeout.ts';
import { createMapSync, syncMs, type SyncOutcome, type SyncParts, type SyncStep } from './map-sync.ts';
import type { Session } from '../sessions/session.ts';

export interface RunnerDeps extends SyncParts {
  log: Log;
  sessionOf(deviceId: string): Session | undefined;
}

const keyOf = ({ deviceId, mapId }: DeviceMapRow) => `${deviceId} ${mapId}`;

/** Runs the synchronisations of robots' maps in the background, and records their steps and outcomes. */
export function createMapSyncRunner(deps: RunnerDeps) {
  const { db, now, log, sessionOf } = deps;
  const sync = createMapSync(deps);
  /** The present synchronisation of each robot's map; a newer one supersedes the older. */
  const running = new Map<string, number>();
  let started = 0;
  const work = new Set<Promise<unknown>>();
  const inSystemScope = <T>(task: (tx: Tx) => Promise<T>) => inScope(db, '*', task);

  const recordStep = ({ deviceId, mapId }: DeviceMapRow, patch: Partial<DeviceMapRow>) =>
    inSystemScope(async (tx) => {
      const row = await rowOf(tx, deviceId, mapId);
      return row && (await writeRow(tx, row, patch, { at: now().toISOString(), by: row.updatedBy }));
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
    const { mapId, wanted, hash } = row;
    if (wanted === null) return;
    const key = keyOf(row);
    const number = ++started;
    running.set(key, number);
    const isCurrent = () => running.get(key) === number;
    const leftMs = Math.max(1_000, syncMs - (now().getTime() - Date.parse(row.startedAt ?? '')));
    const reached: SyncStep['reached'] = async (step, patch = {}) => {
      if (!isCurrent()) return false;
      await recordStep(row, { step, ...patch });
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
      running.delete(keyOf(row));
      log.error({ error, deviceId: row.deviceId, mapId: row.mapId }, 'a map could not be sent');
    });
    work.add(task);
    void task.finally(() => work.delete(task));
  };

  return {
    /** Starts the synchronisation of the rows whose robot is online. */
    start: (rows: readonly (DeviceMapRow | undefined)[]): void => {
      for (const row of rows) {
        const session = row && sessionOf(row.deviceId);
        if (row?.status === 'SYNCING' && isOnline(session)) launch(session, row);
      }
    },

    /** Runs a task whose error is only logged. */
    runInBackground: (task: Promise<unknown>, failure: string): void => {
      work.add(task);
      void task.catch((error: unknown) => log.error({ error }, failure)).finally(() => work.delete(task));
    },

    endTimedOut: () => endTimedOutSyncs({ db, now, sessionOf }, (key) => running.delete(key)),
    /** Another server owns the device: what runs here writes nothing any more. */
    forget: (deviceId: string): void => {
      for (const key of [...running.keys()]) if (key.startsWith(`${deviceId} `)) running.delete(key);
    },
    cancelAll: (): void => running.clear(),
    settle: async (): Promise<void> => void (await Promise.allSettled(work)),
  };
}
export type MapSyncRunner = ReturnType<typeof createMapSyncRunner>;

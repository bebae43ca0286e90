import { topics } from '@sweepline/contract';
import { isOpenRun, runMayBecome } from '@sweepline/contract/robot';
import { and, eq, inArray, max } from 'drizzle-orm';
import { runEnded } from '../../features/people/notices/notice-service.ts';
import { runPaths } from '../../entities/work/run-path-table.ts';
import { runs, type RunRow } from '../../entities/work/run-table.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import { bulkInsert } from '../../platform/db/bulk.ts';
import { inShards } from '../../platform/cluster/shards.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import type { Log } from '../gateway-options.ts';
import type { RobotOwnership } from '../identity/registry.ts';
import type { Paths } from './run-path.ts';
import { createRunRows } from './run-rows.ts';
import type { Cancel } from './run-rules.ts';

/** A run driven by the gateway. */
export interface ActiveRun {
  row: RunRow;
  cancel: Cancel | undefined;
  /** Set until the robot's state shows the order. */
  outbox: { attempts: number; nextMs: number; stateRequested: boolean } | undefined;
  /** The time since when the device is offline. */
  offlineSinceMs: number | undefined;
}

/** The owner of a run: a robot creates runs of its own, for its present company. */
export type RunOwner = Pick<RunRow, 'deviceId' | 'companyId'>;
export const isOwn = (row: RunOwner, { deviceId, companyId }: RunOwner): boolean =>
  row.deviceId === deviceId && row.companyId === companyId;

const insertRuns = bulkInsert(runs);
const openStates: RunRow['state'][] = ['WAITING', 'IN_PROGRESS', 'PAUSED', 'COMPLETE'];

/** A new or loaded run without a pending request to its robot. */
const idleRun = (row: RunRow): ActiveRun => ({
  row,
  cancel: undefined,
  outbox: undefined,
  offlineSinceMs: undefined,
});

export interface RunRegistryDeps extends RobotOwnership {
  db: Db;
  bus: Bus;
  log: Log;
  paths: Paths;
  /** Shows the run in the live state of the device. */
  show(run: RunRow, material: boolean): void;
  /** The id of this run belongs to another device: it was not written and is no longer tracked. */
  onIdTaken(run: RunRow): void;
}

/**
 * The open runs in memory, and their rows. Memory decides. Every change raises the revision and is written as a whole row,
 * or as progress if nothing else changed. Writes in the wrong order and repeated writes are therefore harmless.
 */
export function createRunRegistry({ db, bus, log, paths, owns, show, onIdTaken }: RunRegistryDeps) {
  const active = new Map<string, ActiveRun>();
  const byDevice = new Map<string, ActiveRun>();
  /** Runs inserted by transactions that have not ended. */
  const claimed = new Map<Tx, ActiveRun[]>();

  const forget = (run: ActiveRun): void => {
    const { id, deviceId } = run.row;
    if (active.get(id) === run) active.delete(id);
    if (byDevice.get(deviceId) === run) byDevice.delete(deviceId);
    rows.forget(id);
    void paths.close(id);
  };
  const rows = createRunRows<ActiveRun>(db, log, (run) => {
    forget(run);
    onIdTaken(run.row);
  });

  const track = (run: ActiveRun) => {
    active.set(run.row.id, run);
    if (isOpenRun(run.row.state)) byDevice.set(run.row.deviceId, run);
  };

  const publishRun = (row: RunRow) =>
    bus.publish(
      topics.runs,
      { runId: row.id, deviceId: row.deviceId, taskId: row.taskId },
      { companyId: row.companyId },
    );

  return {
    get: (runId: string) => active.get(runId),
    /** The open run of a device. */
    of: (deviceId: string) => byDevice.get(deviceId),
    all: () => active.values(),
    add: track,
    save: rows.save,
    settle: rows.settle,
    ended: (tx: Tx): void => {
      // The transaction failed: its rows are missing, and their message will be repeated.
      for (const run of claimed.get(tx) ?? []) forget(run);
      claimed.delete(tx);
      rows.ended(tx);
    },
    /** Inserts a run that the server starts. Returns the owner of the id if it is in use. */
    insert: (row: RunRow): Promise<RunOwner | undefined> =>
      inScope(db, '*', async (tx) => {
        if (await inserted(tx, row)) return undefined;
        const [holder] = await tx.select().from(runs).where(eq(runs.id, row.id));
        return holder;
      }),
    /** Inserts a run that its robot began, in the transaction of its message; undefined if the id is in use. */
    claim: async (tx: Tx, row: RunRow): Promise<ActiveRun | undefined> => {
      if (!(await inserted(tx, row))) return undefined;
      const run = idleRun(row);
      if (!claimed.has(tx)) tx.afterCommit(() => claimed.delete(tx));
      claimed.set(tx, [...(claimed.get(tx) ?? []), run]);
      track(run);
      return run;
    },
    /** Changes a run in memory and queues its row; with `later` false the caller's transaction writes it. */
    change(run: ActiveRun, patch: Partial<RunRow>, { material = true, later = true } = {}): void {
      const before = run.row;
      if (!owns(before.deviceId)) return;
      const wasOpen = isOpenRun(before.state);
      run.row = { ...before, ...patch, revision: before.revision + 1 };
      rows.changed(run, before, patch);
      const { row } = run;
      if (wasOpen && !isOpenRun(row.state)) {
        byDevice.delete(row.deviceId);
        run.outbox = undefined;
        void paths.close(row.id);
        // Only a run that was given up without an answer can resume; the others are final.
        if (!runMayBecome(row.state, 'IN_PROGRESS', row.code)) active.delete(row.id);
        bus.publish(runEnded, row);
      }
      if (!wasOpen && isOpenRun(row.state)) track(run);
      show(row, material);
      publishRun(row);
      if (later) void rows.write();
    },
    /** Finds a run in memory or in the database, also of another device. */
    find: async (tx: Tx, runId: string): Promise<ActiveRun | undefined> => {
      const loaded = active.get(runId);
      if (loaded) return loaded;
      const [row] = await tx.select().from(runs).where(eq(runs.id, runId));
      return row && idleRun(row);
    },
    /** Leaves the runs of a device to another server. */
    forgetDevice: (deviceId: string): void => {
      for (const run of [...active.values()]) if (run.row.deviceId === deviceId) forget(run);
    },
    /** The open runs of these shards. */
    load: async (shards: readonly number[]): Promise<ActiveRun[]> => {
      const loaded = await inScope(
        db,
        '*',
        async (tx) => {
          const open = await tx
            .select()
            .from(runs)
            .where(and(inArray(runs.state, openStates), inShards(runs.deviceId, shards)));
          const seqs = await tx
            .select({ runId: runPaths.runId, last: max(runPaths.seq) })
            .from(runPaths)
            .where(
              inArray(runPaths.runId, ['00000000-0000-0000-0000-000000000000', ...open.map((it) => it.id)]),
            )
            .groupBy(runPaths.runId);
          return open.map((row) => ({ row, last: seqs.find((it) => it.runId === row.id)?.last ?? -1 }));
        },
        { readOnly: true },
      );
      return loaded.map(({ row, last }) => {
        const run = idleRun(row);
        track(run);
        rows.stored(run, row);
        if (row.startedAt && row.state !== 'COMPLETE')
          paths.open({
            id: row.id,
            deviceId: row.deviceId,
            companyId: row.companyId,
            startMs: Date.parse(row.startedAt),
            nextSeq: last + 1,
          });
        return run;
      });
    },
    flush: rows.write,
  };
}

/** False if a run of this id exists, also of another device. */
const inserted = async (tx: Tx, row: RunRow): Promise<boolean> => (await insertRuns(tx, [row])).length > 0;

export type RunRegistry = ReturnType<typeof createRunRegistry>;

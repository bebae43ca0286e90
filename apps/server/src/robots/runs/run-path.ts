import type { TrailPoint } from '@sweepline/contract';
import type { Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { createWriteBehind } from '../../platform/runtime/write-behind.ts';
import type { Log } from '../gateway-options.ts';
import { getTableName } from 'drizzle-orm';
import { runPaths } from '../../entities/work/run-path-table.ts';
import { runs } from '../../entities/work/run-table.ts';

interface Path {
  runId: string;
  deviceId: string;
  companyId: string;
  startMs: number;
  last: TrailPoint | undefined;
  /** Not in the database yet. */
  unwritten: TrailPoint[];
  /** Not published to watching pages yet. */
  unpublished: TrailPoint[];
  nextSeq: number;
}

/** Some points of one run. */
interface PathPiece {
  id: string;
  company_id: string;
  device_id: string;
  run_id: string;
  seq: number;
  points: TrailPoint[];
}

/** A piece is written every ten seconds of a run. */
const maxQueued = 10_000;
const minStepM = 0.03;
const minTurnRad = 0.1;
const maxPauseMs = 30_000;
const maxUnpublished = 500;

/** Whether a point differs enough: a robot at rest sends its position for hours. */
function isNewPoint(last: TrailPoint | undefined, next: TrailPoint): boolean {
  if (!last) return true;
  const [t, x, y, theta, cleaning] = last;
  const [t2, x2, y2, theta2, cleaning2] = next;
  if (t2 <= t) return false;
  const turned = Math.abs(Math.atan2(Math.sin(theta2 - theta), Math.cos(theta2 - theta)));
  return (
    cleaning !== cleaning2 ||
    Math.hypot(x2 - x, y2 - y) >= minStepM ||
    turned >= minTurnRad ||
    t2 - t >= maxPauseMs
  );
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;

/** Paths of open runs: collected in memory, written in pieces, so that a crash loses at most ten seconds. */
export function createPaths(db: Db, log: Log) {
  const paths = new Map<string, Path>();

  const queue = createWriteBehind<PathPiece>({
    name: 'run-paths',
    db,
    log,
    maxQueued,
    collect: () =>
      [...paths.values()]
        .filter((path) => path.unwritten.length > 0)
        .map((path) => {
          const points = path.unwritten;
          path.unwritten = [];
          const owner = { company_id: path.companyId, device_id: path.deviceId };
          return { id: newId(), ...owner, run_id: path.runId, seq: path.nextSeq++, points };
        }),
    write: (tx, pieces) =>
      tx.raw(
        `insert into ${getTableName(runPaths)} (id, company_id, run_id, seq, points)
         select it.id, it.company_id, it.run_id, it.seq, it.points
         from jsonb_to_recordset($1::jsonb)
           as it(id uuid, company_id uuid, device_id uuid, run_id uuid, seq int, points jsonb)
         where not exists (select from ${getTableName(runs)} where runs.id = it.run_id
           and (runs.device_id <> it.device_id or runs.company_id <> it.company_id))
         on conflict do nothing`,
        [JSON.stringify(pieces)],
      ),
  });

  return {
    /** `nextSeq` continues where the last process stopped. */
    open(run: { id: string; deviceId: string; companyId: string; startMs: number; nextSeq?: number }): void {
      if (paths.has(run.id)) return;
      paths.set(run.id, {
        runId: run.id,
        deviceId: run.deviceId,
        companyId: run.companyId,
        startMs: run.startMs,
        last: undefined,
        unwritten: [],
        unpublished: [],
        nextSeq: run.nextSeq ?? 0,
      });
    },
    add(runId: string, atMs: number, pose: { x: number; y: number; theta: number }, cleaning: boolean): void {
      const path = paths.get(runId);
      if (!path) return;
      const point: TrailPoint = [
        Math.max(0, Math.round(atMs - path.startMs)),
        rounded(pose.x),
        rounded(pose.y),
        rounded(pose.theta),
        cleaning ? 1 : 0,
      ];
      if (!isNewPoint(path.last, point)) return;
      path.last = point;
      path.unwritten.push(point);
      path.unpublished.push(point);
      // Without a watching page the oldest points are dropped: a page first reads the path from the database.
      if (path.unpublished.length > maxUnpublished)
        path.unpublished.splice(0, path.unpublished.length - maxUnpublished);
    },
    /** Points since the last call, for a watching page. */
    takeTrail(runId: string): { runId: string; points: TrailPoint[] } | null {
      const path = paths.get(runId);
      if (!path || path.unpublished.length === 0) return null;
      const points = path.unpublished;
      path.unpublished = [];
      return { runId, points };
    },
    /** Points not in the database yet, so that a newly opened page misses none. */
    unwritten: (runId: string): readonly TrailPoint[] => [
      ...queue.pending().flatMap((piece) => (piece.run_id === runId ? piece.points : [])),
      ...(paths.get(runId)?.unwritten ?? []),
    ],
    flush: queue.flush,
    close: async (runId: string): Promise<void> => {
      const written = queue.flush();
      paths.delete(runId);
      await written;
    },
  };
}
export type Paths = ReturnType<typeof createPaths>;

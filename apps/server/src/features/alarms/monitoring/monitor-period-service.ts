import { maxHistorySamples, type MonitorTrailStep, type RobotPeriod } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { samplesDuring } from '../../../entities/devices/device-history.ts';
import { runPaths } from '../../../entities/work/run-path-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { spansDuring } from '../../devices/history/device-span-service.ts';
import { eventsDuring, type Period } from './monitor-events.ts';
import { trailOf, type RunTrail } from './monitor-trail.ts';

/** Devices are sampled once a minute, so a finer step has no data. */
const minStepS = 60;
const maxTrailSteps = 3_000;
/** The path of a run is stored in pieces of ten seconds. */
const pieceMs = 10_000;
/** Up to this length a period has few pieces. */
const shortMs = 30 * 60_000;

interface RunRow {
  id: string;
  mapId: string | null;
  from: string;
}

/** Point of a path: milliseconds since the start of the run, x, y, heading, and whether it cleaned. */
type PathPoint = [number, number, number, number, 0 | 1];

interface Path {
  runId: string;
  /** Milliseconds since the start of the run. */
  fromMs: number;
  toMs: number;
  stepMs: number;
}

/** The first point of each step, chosen by the database. */
async function thinnedPath(db: Tx, { runId, fromMs, toMs, stepMs }: Path): Promise<PathPoint[]> {
  // A step longer than a piece needs one point of a piece.
  const points =
    stepMs > pieceMs ? '(select p.points -> 0 as point)' : '(select jsonb_array_elements(p.points) as point)';
  const rows = await db.raw<{ point: PathPoint }>(
    `select distinct on (floor(t / $2::float8)) point from (
       select point, (point ->> 0)::float8 as t from ${getTableName(runPaths)} p, lateral ${points} piece
       where p.run_id = $1 and ($5::uuid[] is null or p.company_id = any($5::uuid[]))
     ) steps where t >= $3::float8 and t < $4::float8 order by floor(t / $2::float8), t`,
    [runId, stepMs, fromMs, toMs, db.scope === '*' ? null : db.scope],
  );
  return rows.map(({ point }) => point);
}

/** The same for a short period: few pieces cost less to read whole than to take apart in the database. */
async function shortPath(db: Tx, { runId, fromMs, toMs, stepMs }: Path): Promise<PathPoint[]> {
  const rows = await db.raw<{ points: PathPoint[] }>(
    `select points from ${getTableName(runPaths)} p
     where p.run_id = $1 and ($4::uuid[] is null or p.company_id = any($4::uuid[]))
       and (p.points -> 0 ->> 0)::float8 < $3::float8 and (p.points -> -1 ->> 0)::float8 >= $2::float8`,
    [runId, fromMs, toMs, db.scope === '*' ? null : db.scope],
  );
  const points = rows
    .flatMap((row) => row.points)
    .filter(([t]) => t >= fromMs && t < toMs)
    .toSorted(([a], [b]) => a - b);
  const stepOf = ([t]: PathPoint) => Math.floor(t / stepMs);
  return points.filter((point, n) => n === 0 || stepOf(point) !== stepOf(points[n - 1]!));
}

/** The recorded paths of runs, thinned to about `maxSteps` over the period. */
async function pathsDuring(
  db: Tx,
  runRows: readonly RunRow[],
  { from, to }: Period,
  maxSteps: number,
): Promise<RunTrail[]> {
  const lengthMs = Date.parse(to) - Date.parse(from);
  const stepMs = Math.max(1, lengthMs / maxSteps);
  const read = lengthMs <= shortMs ? shortPath : thinnedPath;
  return await Promise.all(
    runRows.map(async ({ id, mapId, from: startedAt }) => {
      const offset = Date.parse(startedAt) - Date.parse(from);
      const points = await read(db, { runId: id, fromMs: -offset, toMs: lengthMs - offset, stepMs });
      const steps = points.map(([t, ...rest]): MonitorTrailStep => [Math.round(t + offset), ...rest]);
      return { mapId, steps };
    }),
  );
}

/** The states, poses, battery and events of a robot over a period, on one time axis. */
export async function readRobotPeriod(
  db: Tx,
  deviceId: string,
  period: Period,
  maxSteps = maxTrailSteps,
): Promise<RobotPeriod> {
  const { from, to } = period;
  const seconds = (Date.parse(to) - Date.parse(from)) / 1_000;
  const stepS = Math.max(minStepS, Math.ceil(seconds / maxHistorySamples));
  // First, because the paths are read as soon as the runs are known.
  const eventsRead = eventsDuring(db, deviceId, period);
  const [{ events, more }, paths, samples, modes, connection] = await Promise.all([
    eventsRead,
    eventsRead.then(({ runRows }) => pathsDuring(db, runRows, period, maxSteps)),
    samplesDuring(db, deviceId, from, to, stepS),
    spansDuring(db, deviceId, 'MODE', from, to),
    spansDuring(db, deviceId, 'CONNECTION', from, to),
  ]);
  return {
    ...period,
    stepS,
    samples,
    modes: modes.spans,
    connection: connection.spans,
    trail: trailOf(samples, paths, Date.parse(from)),
    ...events,
    more: more || modes.more || connection.more,
  };
}

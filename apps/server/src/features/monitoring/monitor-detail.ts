import {
  maxHistorySamples,
  type Input,
  type monitorCalls,
  type MonitorDetail,
  type MonitorTrailStep,
} from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { alarms } from '../../entities/devices/alarm-table.ts';
import { samplesDuring } from '../../entities/devices/device-history.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { runPaths } from '../../entities/work/run-path-table.ts';
import { Refusal } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { find } from '../../platform/db/page.ts';
import { spansDuring } from '../device-history/device-span-service.ts';
import { readDevice } from '../devices/device-service.ts';
import { eventsDuring, type Period } from './monitor-events.ts';
import { trailOf, type RunTrail } from './monitor-trail.ts';

type DetailInput = Input<typeof monitorCalls.detail>;

const hourMs = 3_600_000;
/** Devices are sampled once a minute, so a finer step has no data. */
const minStepS = 60;
const maxTrailSteps = 3_000;
/** The path of a run is stored in pieces of ten seconds. */
const pieceMs = 10_000;

/** The period ends now, or has its middle at `at` or at the raise of an alarm. It never ends in the future. */
async function periodOf(db: Tx, { id, hours, at, alarmId }: DetailInput, now: Date): Promise<Period> {
  const alarm = alarmId === undefined ? undefined : await find(db, alarms, alarmId);
  if (alarm && alarm.deviceId !== id) throw new Refusal('notFound');
  const middle = alarm?.raisedAt ?? at;
  const lastMs = middle === undefined ? Infinity : Date.parse(middle) + (hours * hourMs) / 2;
  const end = Math.min(lastMs, now.getTime());
  return { from: new Date(end - hours * hourMs).toISOString(), to: new Date(end).toISOString() };
}

interface RunRow {
  id: string;
  mapId: string | null;
  from: string;
}

/** The recorded paths of runs, thinned to about `maxTrailSteps` over the period. */
async function pathsDuring(db: Tx, runRows: readonly RunRow[], { from, to }: Period): Promise<RunTrail[]> {
  const stepMs = Math.max(1, (Date.parse(to) - Date.parse(from)) / maxTrailSteps);
  // A step longer than a piece needs one point of a piece.
  const points =
    stepMs > pieceMs ? '(select p.points -> 0 as point)' : '(select jsonb_array_elements(p.points) as point)';
  const paths = await Promise.all(
    runRows.map(async ({ id, mapId, from: startedAt }) => {
      const offset = Date.parse(startedAt) - Date.parse(from);
      const rows = await db.raw<{ point: [number, number, number, number, 0 | 1] }>(
        `select distinct on (floor(t / $2::float8)) point from (
           select point, (point ->> 0)::float8 as t from ${getTableName(runPaths)} p, lateral ${points} piece
           where p.run_id = $1 and ($5::uuid[] is null or p.company_id = any($5::uuid[]))
         ) steps where t >= $3::float8 and t < $4::float8 order by floor(t / $2::float8), t`,
        [id, stepMs, -offset, Date.parse(to) - Date.parse(startedAt), db.scope === '*' ? null : db.scope],
      );
      const steps = rows.map(({ point: [t, ...rest] }): MonitorTrailStep => [
        Math.round(t + offset),
        ...rest,
      ]);
      return { mapId, steps };
    }),
  );
  return paths;
}

/** One robot over a period: its states, poses and battery, and what happened to it, on one time axis. */
export async function monitorDetail(db: Tx, input: DetailInput, now: Date): Promise<MonitorDetail> {
  const [{ mapRotation }, { id, sn, nickname, model, companyName, site, live }] = await Promise.all([
    find(db, devices, input.id),
    readDevice(db, input.id),
  ]);
  const period = await periodOf(db, input, now);
  const stepS = Math.max(minStepS, Math.ceil((input.hours * 3600) / maxHistorySamples));
  const [samples, modes, connection, { events, runRows, more }] = await Promise.all([
    samplesDuring(db, id, period.from, period.to, stepS),
    spansDuring(db, id, 'MODE', period.from, period.to),
    spansDuring(db, id, 'CONNECTION', period.from, period.to),
    eventsDuring(db, id, period),
  ]);
  const paths = await pathsDuring(db, runRows, period);
  return {
    device: { id, sn, nickname, model, companyName, site, live, mapRotation },
    ...period,
    stepS,
    samples,
    modes: modes.spans,
    connection: connection.spans,
    trail: trailOf(samples, paths, Date.parse(period.from)),
    ...events,
    more: more || modes.more || connection.more,
  };
}

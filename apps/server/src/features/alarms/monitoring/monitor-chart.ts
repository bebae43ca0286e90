import {
  maxMonitorBars,
  monitorSeverities,
  type Input,
  type monitorCalls,
  type Output,
} from '@sweepline/contract';
import { alarmCodes, type AlarmCode } from '@sweepline/contract/robot';
import { getTableName } from 'drizzle-orm';
import { companies } from '../../../entities/people/company-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { monitorEdges } from './monitor-buckets.ts';
import { isMatch, monitorValueCount, monitorValues, raisedAlarms, severityColumns } from './monitor-sql.ts';

type ChartInput = Input<typeof monitorCalls.chart>;
type MonitorChart = Output<typeof monitorCalls.chart>;
type Bar = MonitorChart['bars'][number];

const [levels, edgesAt] = [`$${monitorValueCount + 1}`, `$${monitorValueCount + 2}::timestamptz[]`];

/** SQL: the alarms of the chart, with their device where it still exists. */
const raised = `with counted as (${raisedAlarms(
  `(${edgesAt})[1]`,
  `(${edgesAt})[array_upper(${edgesAt}, 1)]`,
)}), found as (
  select c.effective_level, c.raised_at, c.code, c.company_id, coalesce(v.model, '') as model
  from counted c left join ${getTableName(devices)} v on v.id = c.device_id
  where ${isMatch} and (${levels}::int[] is null or c.effective_level = any(${levels}::int[])))`;

/** SQL: the key of a group. For the time it is the number of the step, from 1. */
const keys = {
  time: `width_bucket(f.raised_at, ${edgesAt})::text`,
  code: 'f.code',
  model: 'f.model',
  company: 'f.company_id::text',
} as const;

/** Every step has a bar, also one without alarms. */
function timeBars(rows: readonly Bar[], edges: readonly string[]): Bar[] {
  const byStep = new Map(rows.map((row) => [Number(row.key), row]));
  return edges.slice(0, -1).map((at, index) => {
    const { serious = 0, verySerious = 0 } = byStep.get(index + 1) ?? {};
    return { key: at, name: '', serious, verySerious };
  });
}

const codeName = (code: string) =>
  Object.hasOwn(alarmCodes, code) ? alarmCodes[code as AlarmCode].text : code;

async function namesOf(db: Tx, by: ChartInput['by'], bars: readonly Bar[]): Promise<Bar[]> {
  if (by === 'code') return bars.map((bar) => ({ ...bar, name: codeName(bar.key) }));
  if (by !== 'company') return bars.map((bar) => ({ ...bar, name: bar.key }));
  const rows = await db.raw<{ id: string; name: string }>(
    `select id, name from ${getTableName(companies)} where id = any($1::uuid[])`,
    [bars.map(({ key }) => key)],
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return bars.map((bar) => ({ ...bar, name: names.get(bar.key) ?? '' }));
}

const sumOf = (bars: readonly Bar[]) => ({
  serious: bars.reduce((sum, { serious }) => sum + serious, 0),
  verySerious: bars.reduce((sum, { verySerious }) => sum + verySerious, 0),
});

/** The counted alarms that were raised in a range, by step of time or by what they are about. */
export async function monitorChart(db: Tx, input: ChartInput, now: Date): Promise<MonitorChart> {
  const { by, range, severity, timezone, weekStart } = input;
  const edges = monitorEdges(range, now, timezone, weekStart).map((ms) => new Date(ms).toISOString());
  const levelsOfFilter = severity?.length ? severity.map((name) => monitorSeverities[name]) : null;
  const rows = await db.raw<Bar>(
    `${raised} select ${keys[by]} as key, '' as name, ${severityColumns('f.effective_level')} from found f
     group by 1 order by count(*) desc, 1`,
    [...monitorValues(db, input, now), levelsOfFilter, edges],
  );
  const shownRows = by === 'time' ? rows : rows.slice(0, maxMonitorBars);
  return {
    from: edges[0]!,
    to: edges.at(-1)!,
    ...sumOf(rows),
    bars: by === 'time' ? timeBars(rows, edges) : await namesOf(db, by, shownRows),
    others: sumOf(by === 'time' ? [] : rows.slice(maxMonitorBars)),
  };
}

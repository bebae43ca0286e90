import { getTableName } from 'drizzle-orm';
import { alarms } from '../../../../entities/alarms/alarm-table.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import { deviceEvents } from '../../../../entities/devices/device-event-table.ts';
import { taskReports } from '../../../../entities/work/report-table.ts';
import { runs } from '../../../../entities/work/run-table.ts';
import { scheduleStarts } from '../../../../entities/work/schedule-table.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { alarmFacts, onlineMarks, runFacts, startFacts } from './board-sums-table.ts';

const [startsTable, factsTable] = [getTableName(scheduleStarts), getTableName(startFacts)];
const [runsTable, runFactsTable] = [getTableName(runs), getTableName(runFacts)];
const [alarmsTable, alarmFactsTable] = [getTableName(alarms), getTableName(alarmFacts)];

/**
 * The connections of the last three years are stored (docs/decisions/0046-history-partitions.md). From this day on each robot had an
 * event before, so that the state at the begin of the day is known; sums of earlier days stay as they are.
 */
const connectionsSince = 'current_date - 1060';
/** Samples are stored for 90 days and the sums of their hours for a week (`batteryRetention`). */
const samplesSince = `date_trunc('hour', now() - interval '5 days')`;
const robots = `(select coalesce(array_agg(distinct device_id), '{}') from ${getTableName(onlineMarks)})`;

const online = 'company_id, site_id, device_id, day, online_ms, sleep_ms, bound_ms';
const starts = 'company_id, site_id, device_id, day, due, done, partial, failed, missed, open';
const ended = 'company_id, site_id, device_id, day, kind, succeeded, interrupted, failed';
const raised = 'company_id, site_id, device_id, day, alarms';
const battery = 'company_id, device_id, hour, used, taken, samples, last_at, last_soc';

/** For each sum its columns, what is stored, and the query that computes it from the events. */
const recount = {
  online_days: {
    columns: online,
    counted: `select ${online} from online_recount(${robots}, '1970-01-01') where day >= ${connectionsSince}`,
    stored: `day >= ${connectionsSince}`,
  },
  online_states: {
    columns: 'id, company_id, site_id, zone, bound, state, since',
    counted: `select device_id as id, company_id, site_id, zone, bound, state, starts as since
      from online_spans(${robots}, '1970-01-01') s where ends is null and exists (select from ${getTableName(devices)} v where v.id = s.device_id)`,
    stored: 'true',
  },
  start_facts: {
    columns: 'id, company_id, site_id, device_id, day, outcome',
    // The day and the site stay those of the time when the start was stored.
    counted: `select s.id, s.company_id, f.site_id, s.device_id, f.day, start_outcome(s) as outcome
      from ${startsTable} s left join ${factsTable} f on f.id = s.id`,
    stored: 'true',
  },
  start_days: {
    columns: starts,
    counted: `select f.company_id, f.site_id, f.device_id, f.day, count(*)::int as due,
        ${['done', 'partial', 'failed', 'missed', 'open']
          .map((outcome) => `(count(*) filter (where start_outcome(s) = '${outcome}'))::int as ${outcome}`)
          .join(', ')}
      from ${factsTable} f join ${startsTable} s on s.id = f.id where start_outcome(s) <> 'skipped' group by 1, 2, 3, 4`,
    stored: 'true',
  },
  run_facts: {
    columns: 'id, company_id, site_id, device_id, day, kind, state',
    // The day and the site stay those of the time when the run ended.
    counted: `select r.id, r.company_id, f.site_id, r.device_id, f.day, r.kind, r.state
      from ${runsTable} r left join ${runFactsTable} f on f.id = r.id where run_has_ended(r)`,
    stored: 'true',
  },
  run_days: {
    columns: ended,
    counted: `select r.company_id, f.site_id, r.device_id, f.day, r.kind,
        ${Object.entries({ succeeded: 'SUCCESS', interrupted: 'INTERRUPTED', failed: 'FAILED' })
          .map(([name, state]) => `(count(*) filter (where r.state = '${state}'))::int as ${name}`)
          .join(', ')}
      from ${runFactsTable} f join ${runsTable} r on r.id = f.id where run_has_ended(r) group by 1, 2, 3, 4, 5`,
    stored: 'true',
  },
  alarm_facts: {
    columns: 'id, company_id, site_id, device_id, day',
    // The day and the site stay those of the time when the alarm was stored.
    counted: `select a.id, a.company_id, f.site_id, a.device_id, f.day
      from ${alarmsTable} a left join ${alarmFactsTable} f on f.id = a.id where a.level > 0`,
    stored: 'true',
  },
  alarm_days: {
    columns: raised,
    counted: `select a.company_id, f.site_id, a.device_id, f.day, count(*)::int as alarms
      from ${alarmFactsTable} f join ${alarmsTable} a on a.id = f.id where a.level > 0 group by 1, 2, 3, 4`,
    stored: 'true',
  },
  battery_hours: {
    columns: battery,
    counted: `select ${battery} from battery_recount(${robots}, ${samplesSince}, 'infinity')`,
    stored: `hour >= ${samplesSince}`,
  },
} as const;
type Sum = keyof typeof recount;
const sums = Object.keys(recount) as Sum[];

/** They hold the day and the site of each start, run and alarm, so a rebuild corrects them and does not replace them. */
const facts: ReadonlySet<Sum> = new Set(['start_facts', 'run_facts', 'alarm_facts']);
/** Rows behind the sums, which are compared and not counted as sums. */
const sources: ReadonlySet<Sum> = new Set(['online_states', ...facts]);

const differencesIn = (sum: Sum) => {
  const { columns, counted, stored } = recount[sum];
  return `with counted as (select ${columns} from (${counted}) x), present as (select ${columns} from ${sum} where ${stored})
    select count(*)::int as n from (
      (select * from counted except all select * from present) union all (select * from present except all select * from counted)
    ) d`;
};

/** The number of rows of sums and of those that differ from the events. */
export async function checkBoardSums(db: Tx): Promise<{ sums: number; differences: number }> {
  const number = async (text: string) => (await db.raw<{ n: number }>(text))[0]?.n ?? 0;
  let [rows, differences] = [0, 0];
  for (const sum of sums) {
    if (!sources.has(sum)) rows += await number(`select count(*)::int as n from ${sum}`);
    differences += await number(differencesIn(sum));
  }
  return { sums: rows, differences };
}

/** Rebuilds the sums of the board from the events that are still stored. The locks block new events meanwhile. */
export async function rebuildBoardSums(db: Tx): Promise<void> {
  await db.raw(
    `lock table ${getTableName(deviceEvents)}, device_history, ${startsTable}, ${runsTable}, ${alarmsTable}, ${getTableName(taskReports)}
      in share row exclusive mode`,
  );
  await correctStartFacts(db);
  await correctRunFacts(db);
  await correctAlarmFacts(db);
  for (const sum of sums) {
    if (facts.has(sum)) continue;
    const { columns, counted, stored } = recount[sum];
    const [id, newIds] = sum === 'online_states' ? ['', ''] : ['id, ', 'gen_random_uuid(), '];
    await db.raw(`delete from ${sum} where ${stored}`);
    await db.raw(`insert into ${sum} (${id}${columns}) select ${newIds}${columns} from (${counted}) x`);
  }
}

async function correctStartFacts(db: Tx) {
  await db.raw(
    `delete from ${factsTable} f where not exists (select from ${startsTable} s where s.id = f.id)`,
  );
  await db.raw(`insert into ${factsTable} select f.* from ${startsTable} s, lateral start_fact_of(s) f
    where not exists (select from ${factsTable} present where present.id = s.id)`);
  await db.raw(`update ${factsTable} f set outcome = start_outcome(s) from ${startsTable} s
    where s.id = f.id and f.outcome <> start_outcome(s)`);
}

async function correctRunFacts(db: Tx) {
  await db.raw(`delete from ${runFactsTable} f
    where not exists (select from ${runsTable} r where r.id = f.id and run_has_ended(r))`);
  await db.raw(`insert into ${runFactsTable} select f.* from ${runsTable} r, lateral run_fact_of(r) f
    where run_has_ended(r) and not exists (select from ${runFactsTable} present where present.id = r.id)`);
  await db.raw(`update ${runFactsTable} f set kind = r.kind, state = r.state from ${runsTable} r
    where r.id = f.id and (f.kind, f.state) <> (r.kind, r.state)`);
}

async function correctAlarmFacts(db: Tx) {
  await db.raw(`delete from ${alarmFactsTable} f where not exists (select from ${alarmsTable} a
    where a.id = f.id and a.level > 0 and (a.company_id, a.device_id) = (f.company_id, f.device_id))`);
  await db.raw(`insert into ${alarmFactsTable} select f.* from ${alarmsTable} a, lateral alarm_fact_of(a) f
    where a.level > 0 and not exists (select from ${alarmFactsTable} present where present.id = a.id)`);
}

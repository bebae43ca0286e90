import { boardKindCalls, runKinds, type Input } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { answer } from '../../platform/calls/calls.ts';
import type { Tx } from '../../platform/db/db.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { companies } from '../../entities/people/company-table.ts';
import { maps } from '../../entities/places/map-table.ts';
import { sites } from '../../entities/places/site-table.ts';
import { runs } from '../../entities/work/run-table.ts';
import { checkFilter } from '../statistics/statistics-service.ts';

interface KindRow {
  kind: (typeof runKinds)[number];
  succeeded: number;
  interrupted: number;
  failed: number;
}

const run = getTableName(runs);
/** The site of a run's map, else that of its robot, as for its report. */
const withSite = `${run} r left join ${getTableName(maps)} m on m.id::text = r.map_id
  left join ${getTableName(devices)} v on v.id = r.device_id
  left join ${getTableName(sites)} s on s.id = coalesce(m.site_id, v.site_id)`;

/** Times at which every time zone is within the period: zones are at most 14 hours ahead of UTC and 12 behind. */
const inside = `r.ended_at >= ($1::date + 1)::timestamp at time zone 'UTC' and r.ended_at < $2::date::timestamp at time zone 'UTC'`;
const dayBefore = (day: string) => `(${day}::date - 1)::timestamp at time zone 'UTC'`;
/** Times for which the zone decides. The two ranges do not overlap. */
const atTheEnds = `(r.ended_at >= ${dayBefore('$1')} and r.ended_at < ($1::date + 1)::timestamp at time zone 'UTC'
  or r.ended_at >= greatest($2::date, $1::date + 1)::timestamp at time zone 'UTC'
    and r.ended_at < ($2::date + 2)::timestamp at time zone 'UTC')`;

/**
 * Ended runs by kind and state. Only the runs at the ends of the period are joined with their site; its day changes at a quarter of an
 * hour in every zone, so the day is computed once for all runs of a quarter.
 */
async function kindsOf(
  db: Tx,
  { from, to, companyId, siteId, deviceId }: Input<typeof boardKindCalls.kinds>,
) {
  const where = [
    'r.ended_at is not null',
    // The list of companies lets the index begin with the company for the provider as well.
    db.scope === '*'
      ? `$3::uuid[] is null and r.company_id in (select id from ${getTableName(companies)})`
      : 'r.company_id = any($3::uuid[])',
    companyId ? 'r.company_id = $4::uuid' : '$4::uuid is null',
    deviceId ? 'r.device_id = $5::uuid' : '$5::uuid is null',
    siteId ? 's.id = $6::uuid' : '$6::uuid is null',
  ].join(' and ');
  const rows = await db.raw<KindRow>(
    `with ended as (
       select r.kind, r.state, count(*) as n from ${siteId ? withSite : `${run} r`} where ${inside} and ${where} group by 1, 2
       union all
       select e.kind, e.state, sum(e.n) from (
         select s.timezone, date_bin('15 minutes', r.ended_at, 'epoch') as at, r.kind, r.state, count(*) as n
         from ${withSite} where ${atTheEnds} and ${where} group by 1, 2, 3, 4
       ) e where day_in(e.at, e.timezone) between $1::date and $2::date group by 1, 2
     )
     select kind, ${counts} from ended group by kind`,
    [from, to, db.scope === '*' ? null : db.scope, companyId ?? null, deviceId ?? null, siteId ?? null],
  );
  return runKinds.map((kind) => {
    const row = rows.find((counted) => counted.kind === kind);
    const { succeeded = 0, interrupted = 0, failed = 0 } = row ?? {};
    return { kind, runs: succeeded + interrupted + failed, succeeded, interrupted, failed };
  });
}

const counts = (['succeeded', 'interrupted', 'failed'] as const)
  .map((name, index) => {
    const state = ['SUCCESS', 'INTERRUPTED', 'FAILED'][index];
    return `coalesce(sum(n) filter (where state = '${state}'), 0)::int as ${name}`;
  })
  .join(', ');

export const boardKindAnswers = answer(boardKindCalls, {
  kinds: async ({ db, now }, input) => {
    await checkFilter(db, input);
    return { kinds: await kindsOf(db, input), computedAt: now().toISOString() };
  },
});

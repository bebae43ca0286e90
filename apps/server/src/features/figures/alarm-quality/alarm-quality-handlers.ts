import {
  alarmQualityCalls,
  chatterCount,
  dayCount,
  foreignCode,
  lookup,
  maxQualityDays,
  noisiestCodes,
  standingHours,
  type AlarmQuality,
  type Input,
  type NoisyCode,
} from '@sweepline/contract';
import { alarmCodes } from '@sweepline/contract/robot';
import { getTableName } from 'drizzle-orm';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { companyIdsUnder } from './company-ids.ts';
import { boundsOf, siteDaysOf, zonesDuring, type SiteDays } from '../../../entities/places/site-days.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { robotDaysOf } from '../statistics/board/robot-days-service.ts';

type QualityInput = Input<typeof alarmQualityCalls.quality>;
type QualityQuery = Pick<QualityInput, 'model'> & SiteDays;

const stood = `coalesce(a.cleared_at, $3::timestamptz) - a.raised_at > interval '${standingHours} hours'`;
const seconds = (end: string, start: string) =>
  `extract(epoch from greatest(interval '0', ${end} - ${start}))`;

/** One row per code with its sums, and one row over all codes, whose code is null. */
const sums = `count(*)::int as rows, sum(a.count)::int as count,
  count(*) filter (where a.count > ${chatterCount})::int as chattering, count(*) filter (where ${stood})::int as standing,
  count(*) filter (where ${stood} and a.cause_id is not null)::int as "standingFollowers",
  percentile_cont(0.5) within group (order by ${seconds('a.acknowledged_at', 'greatest(a.raised_at, a.arrived_at)')})
    filter (where a.acknowledged_at is not null) as "medianAcknowledgeS",
  percentile_cont(0.5) within group (order by ${seconds('a.cleared_at', 'a.raised_at')})
    filter (where a.cleared_at is not null) as "medianClearS"`;
const errorType = `case when a.code = '${foreignCode}' then a.type else '' end`;

interface Sums {
  code: string | null;
  errorType: string | null;
  count: number;
  chattering: number;
  standing: number;
  standingFollowers: number;
  medianAcknowledgeS: number | null;
  medianClearS: number | null;
}

/** The alarms that were raised on the days of the sites at which their robots are. */
function readSums(
  { db, now }: Ctx,
  { model, ...days }: QualityQuery,
  companyIds: readonly string[] | undefined,
) {
  const { from, to } = boundsOf(days);
  const scope = db.scope === '*' ? null : db.scope;
  const parameters: unknown[] = [from, to, now().toISOString(), scope, companyIds ?? null, model ?? null];
  return db.raw<Sums>(
    `with ${zonesDuring(days, (value) => `$${parameters.push(value)}`)}
     select a.code, ${errorType} as "errorType", ${sums}
     from ${getTableName(alarms)} a left join ${getTableName(devices)} v on v.id = a.device_id
       left join ${getTableName(sites)} s on s.id = v.site_id join zones z on z.timezone = coalesce(s.timezone, '')
     where a.raised_at >= z.starts and a.raised_at < z.ends
       and a.raised_at >= $1::date - interval '1 day' and a.raised_at < $2::date + interval '2 days'
       and ($4::uuid[] is null or a.company_id = any($4::uuid[])) and ($5::uuid[] is null or a.company_id = any($5::uuid[]))
       and ($6::text is null or v.model = $6)
     group by grouping sets ((), (a.code, ${errorType}))
     order by count desc, a.code, "errorType"`,
    parameters,
  );
}

/** The noisiest codes with their shares of all raises, as a Pareto chart shows them. */
function noisiest(rows: readonly Sums[], all: number): NoisyCode[] {
  let before = 0;
  return rows.slice(0, noisiestCodes).map(({ code, errorType: type, count, chattering, standing }) => {
    before += count;
    const name = type || (lookup(alarmCodes, code ?? '')?.text ?? code ?? '');
    return {
      code: code ?? '',
      errorType: type ?? '',
      name,
      count,
      share: count / all,
      cumulative: before / all,
      chattering,
      standing,
    };
  });
}

async function readQuality(ctx: Ctx, input: QualityInput): Promise<AlarmQuality> {
  const { companyId, model } = input;
  if (dayCount(input) > maxQualityDays) throw wrongField('from', 'TOO_MANY_DAYS', { days: maxQualityDays });
  const companyIds = companyId === undefined ? undefined : await companyIdsUnder(ctx.db, companyId);
  const days = await siteDaysOf(ctx.db, ctx.now(), { ...input, companyId: undefined });
  const rows = await readSums(ctx, { ...days, model }, companyIds);
  const robotDays = await robotDaysOf(ctx.db, ctx.now(), { ...days, companyIds, model });
  const total = rows.find(({ code }) => code === null);
  const count = total?.count ?? 0;
  const codes = noisiest(
    rows.filter(({ code }) => code !== null),
    count,
  );
  return {
    alarms: count,
    robotDays,
    perRobotDay: robotDays === null ? null : count / robotDays,
    codes,
    topShare: codes.at(-1)?.cumulative ?? null,
    chattering: total?.chattering ?? 0,
    standing: total?.standing ?? 0,
    standingFollowers: total?.standingFollowers ?? 0,
    medianAcknowledgeS: total?.medianAcknowledgeS ?? null,
    medianClearS: total?.medianClearS ?? null,
  };
}

export const alarmQualityAnswers = answer(alarmQualityCalls, { quality: readQuality });

import { chatterMinutes } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { alarmSettingOf } from '../../entities/alarms/alarm-setting-service.ts';
import { alarms } from '../../entities/alarms/alarm-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Registration } from '../identity/registry.ts';
import { causeReachOf, type CauseAlarm, type CauseReach } from './alarm-cause-rules.ts';
import type { RecentAlarm } from './alarm-raise-rules.ts';
import type { Raise, Shelf } from './alarm-rows.ts';

const table = getTableName(alarms);
/** One row counts raises no longer than this, which also bounds what a raise has to read. */
const longest = `interval '1 day'`;
const counted = `interval '${chatterMinutes} minutes'`;
const lastRaise = 'coalesce(a.last_raised_at, a.raised_at)';
const ms = (moment: string) => `(extract(epoch from ${moment}) * 1000)::float8`;

/** The type of error of a vehicle of another maker; its code says nothing. */
export const errorTypeOf = (alias: string) =>
  `case when ${alias}.code = '90000' then ${alias}.type else '' end`;

/** An alarm of the same robot that decides about causes, with what is known of its own cause. */
export interface NearAlarm extends CauseAlarm {
  level: number;
  isTold: boolean;
  rootLevel: number | null;
  rootIsTold: boolean;
}

/** What the server knows when an alarm is raised. */
export interface RaiseContext {
  /** The id is stored already. */
  isStored: boolean;
  levelOverride: number | null;
  /** Whether the settings of the company tell people of the code. */
  isTold: boolean;
  /** People are notified after it stood for so long: a job does that. */
  tellAfterS: number;
  siteId: string | null;
  shelf: Shelf | null;
  recent: RecentAlarm[];
  near: NearAlarm[];
}

const recent = `
  select a.id, a.count, a.processed_at is not null as "isProcessed", a.cleared_at is null as "isOpen",
    a.level, a.cause_id as "causeId",
    ${ms('a.raised_at')} as "firstMs", ${ms(lastRaise)} as "lastMs"
  from ${table} a
  where a.device_id = $1 and a.company_id = $2 and a.code = $3 and $6 in ('', a.type)
    and a.raised_at > $5::timestamptz - ${longest} and a.raised_at < $5::timestamptz + ${counted}
    and ${lastRaise} > $5::timestamptz - ${counted}
  order by ${lastRaise} desc, a.id desc limit 10`;

const shelf = `
  select a.shelved_until as "shelvedUntil", a.shelved_by_id as "shelvedById", a.shelf_reason as "shelfReason"
  from ${table} a
  where a.device_id = $1 and a.company_id = $2 and a.code = $3 and $6 in ('', a.type)
    and a.shelved_until > $8 and a.processed_at is null
  order by a.shelved_until desc limit 1`;

/** A shelf is known to people, and speaks for the followers too. */
const isKnown = (alias: string, now: string) =>
  `(${alias}.told_at is not null or coalesce(${alias}.shelved_until > ${now}, false))`;

/** The parameters: device, company, codes, the interval of raises, and the time of the server. */
const near = (codes: string, from: string, to: string, now: string) => `
  select a.id, a.code, ${ms('a.raised_at')} as "firstMs", ${ms(lastRaise)} as "lastMs",
    ${ms('least(a.cleared_at, a.processed_at)')} as "overMs", a.cause_id as "causeId",
    a.effective_level as level, ${isKnown('a', now)} as "isTold",
    root.effective_level as "rootLevel", ${isKnown('root', now)} as "rootIsTold"
  from ${table} a left join ${table} root on root.id = a.cause_id
  where a.device_id = $1 and a.company_id = $2 and a.code = any(${codes}::text[])
    and a.raised_at > ${from}::timestamptz - ${longest} and a.raised_at <= ${to}::timestamptz
    and ${lastRaise} >= ${from}::timestamptz`;

const rowsOf = (select: string) => `coalesce((select json_agg(it) from (${select}) it), '[]')`;

const setting = alarmSettingOf({
  companyId: '$2',
  code: '$3',
  errorType: '$6::text',
  model: '$7::text',
  now: '$8::timestamptz',
});

const contextText = (nearRows: string) => `
  select exists (select from ${table} where id = $4) as "isStored",
    setting.level as "levelOverride", setting.is_told as "isTold", setting.tell_after_s as "tellAfterS", device.site_id as "siteId",
    (select row_to_json(it) from (${shelf}) it) as shelf, ${rowsOf(recent)} as recent, ${nearRows} as near
  from ${setting} setting left join ${getTableName(devices)} device on device.id = $1`;
const withCauses = contextText(rowsOf(near('$9', '$10', '$11', '$8')));
const withoutCauses = contextText(`'[]'::json`);

const iso = (atMs: number) => new Date(atMs).toISOString();

const around = ({ codes, beforeMs, afterMs }: CauseReach, atMs: number) => [
  codes,
  iso(atMs - beforeMs),
  iso(atMs + afterMs),
];

/** Reads settings, site, earlier raises and causes of an alarm in one round trip. */
export async function raiseContext(
  tx: Tx,
  device: Registration,
  alarm: Raise,
  arrivedAt: string,
): Promise<RaiseContext> {
  const errorType = alarm.code === '90000' ? alarm.type : '';
  const { deviceId, companyId, model } = device;
  const key = [deviceId, companyId, alarm.code, alarm.id, alarm.at, errorType, model, arrivedAt];
  const reach = causeReachOf(alarm.code);
  const [row] = await (reach
    ? tx.raw<RaiseContext>(withCauses, [...key, ...around(reach, Date.parse(alarm.at))])
    : tx.raw<RaiseContext>(withoutCauses, key));
  if (!row) throw new Error('the settings of an alarm are one row');
  return row;
}

/** The alarms that decide about causes around a time. */
export const alarmsAround = (
  tx: Tx,
  { deviceId, companyId }: Registration,
  reach: CauseReach,
  atMs: number,
): Promise<NearAlarm[]> =>
  tx.raw<NearAlarm>(near('$3', '$4', '$5', 'now()'), [deviceId, companyId, ...around(reach, atMs)]);

import { monitorSeverities } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { isServedDevice } from '../../../entities/figures/need-source.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { contains } from '../../../platform/db/page.ts';
import type { Tx } from '../../../platform/db/db.ts';

export interface MonitorFilters {
  keyword?: string | undefined;
  companyId?: string | undefined;
  siteId?: string | undefined;
  model?: readonly string[] | undefined;
}

/** Values of `$1` to `$6`: the companies in scope, the filters, and the present. */
export const monitorValues = (db: Tx, { keyword, companyId, siteId, model }: MonitorFilters, now: Date) => [
  db.scope === '*' ? null : db.scope,
  companyId ?? null,
  siteId ?? null,
  model?.length ? model : null,
  keyword ? contains(keyword) : null,
  now.toISOString(),
];
/** The number of these values. */
export const monitorValueCount = 6;

const { SERIOUS, VERY_SERIOUS } = monitorSeverities;

/**
 * SQL: the companies of `$1` and `$2` as an array. Without a scope it lists all companies, because an index that begins with the
 * company serves no condition without one.
 */
const companiesInScope = `array(select o.id from ${getTableName(companies)} o
  where ($1::uuid[] is null or o.id = any($1::uuid[])) and ($2::uuid is null or o.id = $2::uuid))`;

/**
 * SQL: alarm `a` is counted: severe, not shelved at present, and not brought about by another severe alarm of its robot. With
 * `isOpen` a cause that was cleared no longer stands for its followers.
 */
const isCounted = (isOpen: boolean): string =>
  `a.effective_level >= ${SERIOUS} and (a.shelved_until is null or a.shelved_until <= $6::timestamptz)
   and not exists (select from ${getTableName(alarms)} c where c.id = a.cause_id and c.device_id = a.device_id
     and c.effective_level >= ${SERIOUS}${isOpen ? ' and c.cleared_at is null' : ''})`;

/** SQL: counted alarms that are open. The partial index on open alarms finds them. */
export const openAlarms = `select a.* from ${getTableName(alarms)} a
  where a.cleared_at is null and ${isCounted(true)} and a.company_id = any(${companiesInScope})`;

/** SQL: counted alarms that were raised in a period, open or cleared. The index on company and time finds them. */
export const raisedAlarms = (from: string, to: string): string => `select a.* from ${getTableName(alarms)} a
  where a.company_id = any(${companiesInScope}) and a.raised_at >= ${from} and a.raised_at < ${to} and ${isCounted(false)}`;

/** SQL: numbers of alarms per severity. */
export const severityColumns = (level: string): string =>
  `count(*) filter (where ${level} = ${SERIOUS})::int as serious,
   count(*) filter (where ${level} = ${VERY_SERIOUS})::int as "verySerious"`;

/** SQL: device `v` matches the filters. */
export const isMatch = `($3::uuid is null or v.site_id = $3::uuid) and ($4::text[] is null or v.model = any($4::text[]))
  and ($5::text is null or v.nickname ilike $5::text or v.sn ilike $5::text)`;

/** SQL: `v` is the device of an open alarm, in the company of the alarm, and serves a customer. */
export const servedDevice = (alarm: string): string =>
  `join ${getTableName(devices)} v on v.id = ${alarm}.device_id and v.company_id = ${alarm}.company_id and ${isServedDevice('v')}`;

import type { Input } from '@sweepline/contract';
import type { deviceCalls } from '@sweepline/contract';
import { and, asc, desc, eq, gte, ilike, lt, not, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { contains, visible, inValues } from '../../../platform/db/page.ts';
import { warrantyIs } from './warranty/warranty-service.ts';
import { deviceLives, stateRank } from '../../../entities/devices/device-live-table.ts';
import { paginateTable } from '../../../platform/db/paginate.ts';
import { containsKeyword, foundDevices } from './device-search-service.ts';
import { deviceRows, devicesOf } from './device-service.ts';
import { devices, isCountedDevice, isUnused } from '../../../entities/devices/device-table.ts';

type ListInput = Input<(typeof deviceCalls)['list']>;

const dayMs = 86_400_000;
const stateOf = sql`coalesce(${deviceLives.state}, 'OFFLINE')`;
const anyOf = (value: SQL | typeof deviceLives.mode, values: readonly string[] | undefined) =>
  values && values.length > 0
    ? sql`${value} = any(${sql.param(`{${values.map((item) => JSON.stringify(item)).join(',')}}`)})`
    : undefined;

/** The filter of a list or an export. */
export const deviceFilter = (
  db: Tx,
  input: Omit<ListInput, 'page' | 'pageSize' | 'sort'>,
  now: Date,
): SQL | undefined =>
  and(
    visible(db, devices),
    input.keyword ? containsKeyword(input.keyword) : undefined,
    input.model && input.model.length > 0 ? inValues(devices.model, input.model) : undefined,
    input.companyId ? eq(devices.companyId, input.companyId) : undefined,
    input.siteId ? eq(devices.siteId, input.siteId) : undefined,
    input.groupId ? eq(devices.groupId, input.groupId) : undefined,
    input.tag ? sql`${devices.tags} @> array[${input.tag}]` : undefined,
    // Devices with a void serial number are listed only on request.
    input.binding ? eq(devices.binding, input.binding) : isCountedDevice,
    anyOf(stateOf, input.state),
    // A device in stock has no connection to lose.
    input.state && input.state.length > 0 && !input.binding ? not(isUnused(devices.binding)) : undefined,
    anyOf(deviceLives.mode, input.mode),
    input.alarmLevel === undefined ? undefined : gte(deviceLives.alarmLevel, input.alarmLevel),
    input.socBelow === undefined ? undefined : lt(deviceLives.soc, input.socBelow),
    warrantyIs(input.warranty, now),
    input.usableDays === undefined
      ? undefined
      : lt(devices.usableUntil, new Date(now.getTime() + input.usableDays * dayMs).toISOString()),
  );

const sortable = {
  nickname: devices.nickname,
  sn: devices.sn,
  activatedAt: devices.activatedAt,
  usableUntil: devices.usableUntil,
  soc: deviceLives.soc,
  lastSeenAt: deviceLives.lastSeenAt,
  state: stateRank(deviceLives.state),
};

const inUseFirst = [asc(isUnused(devices.binding)), asc(devices.nickname), asc(devices.id)];

/** The live state filters and orders the list. */
const withLive = sql`left join ${deviceLives} on ${deviceLives.id} = ${devices.id} and ${deviceLives.companyId} = ${devices.companyId}`;

/** One page of the device list; without a sort key devices in use come first, by name. */
export async function listDevices(db: Tx, input: ListInput, now: Date) {
  const { list, total } = await paginateTable(db, {
    table: devices,
    joined: withLive,
    rows: deviceRows,
    where: and(await foundDevices(db, input), deviceFilter(db, input, now)),
    orderBy: input.sort ? orderBy(sortable, input.sort, devices.id) : inUseFirst,
    input,
  });
  return { list: await devicesOf(db, list), total };
}

const maxTags = 50;

/** The tags of the visible devices, the most frequent first. */
export async function listTags(db: Tx, keyword: string | undefined) {
  const tag = sql<string>`unnest(${devices.tags})`.as('tag');
  const all = db
    .select({ tag })
    .from(devices)
    .where(and(visible(db, devices), isCountedDevice))
    .as('all_tags');
  const count = sql<number>`count(*)`.mapWith(Number);
  return await db
    .select({ tag: all.tag, count })
    .from(all)
    .where(keyword ? ilike(all.tag, contains(keyword)) : undefined)
    .groupBy(all.tag)
    .orderBy(desc(count), asc(all.tag))
    .limit(maxTags);
}

const working = ['AUTO_RUN', 'SCHEDULED_CLEANING', 'MANUAL_CLEANING', 'EDGE', 'NAVIGATION'];
/** Alarms of this level and above stop a device. */
const seriousLevel = 4;

const countIf = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);

/** The number of visible devices per state. A device can count as working and as faulty. */
export async function summarise(db: Tx) {
  const { state, mode, charging, alarmLevel } = deviceLives;
  const online = sql`${state} = 'ONLINE'`;
  const [row] = await db
    .select({
      total: countIf(sql`true`),
      online: countIf(online),
      sleeping: countIf(sql`${state} = 'SLEEP'`),
      offline: countIf(sql`${stateOf} = 'OFFLINE' and not ${isUnused(devices.binding)}`),
      notActivated: countIf(isUnused(devices.binding)),
      working: countIf(sql`${online} and ${inValues(mode, working)}`),
      charging: countIf(sql`${online} and ${charging}`),
      fault: countIf(sql`${mode} = 'ERROR' or ${alarmLevel} >= ${seriousLevel}`),
    })
    .from(devices)
    .leftJoin(deviceLives, eq(deviceLives.id, devices.id))
    .where(and(visible(db, devices), isCountedDevice));
  return row!;
}

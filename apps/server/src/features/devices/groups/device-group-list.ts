import type { DeviceGroup, deviceGroupCalls, Input } from '@sweepline/contract';
import { and, asc, count, eq, ilike, or, sql } from 'drizzle-orm';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { contains, counted, visible, inValues } from '../../../platform/db/page.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices, isCountedDevice } from '../../../entities/devices/device-table.ts';
import { deviceGroups } from '../../../entities/devices/device-group-table.ts';
import { paginate } from '../../../platform/db/paginate.ts';

type ListInput = Input<(typeof deviceGroupCalls)['list']>;

/** A device that moved to another company is no longer a member, although its row still has the group. */
const memberOf = and(
  eq(devices.groupId, deviceGroups.id),
  eq(devices.companyId, deviceGroups.companyId),
  isCountedDevice,
);
const size = sql<number>`(select count(*) from ${devices} where ${memberOf})`;

/** The numbers of devices and of online devices per group and model. */
async function countsOf(db: Tx, ids: readonly string[]) {
  const online = sql<number>`count(*) filter (where ${deviceLives.state} = 'ONLINE')`.mapWith(Number);
  return await db
    .select({ id: deviceGroups.id, model: devices.model, count: count(), online })
    .from(deviceGroups)
    .innerJoin(devices, memberOf)
    .leftJoin(deviceLives, eq(deviceLives.id, devices.id))
    .where(and(inValues(deviceGroups.id, ids), visible(db, devices)))
    .groupBy(deviceGroups.id, devices.model);
}

/** Groups in the form of the contract, in the order of the ids. */
async function readGroups(db: Tx, ids: readonly string[]): Promise<DeviceGroup[]> {
  const { id, name, remark, companyId, version, updatedAt, updatedBy } = deviceGroups;
  const [rows, counts] = await Promise.all([
    db
      .select({ id, name, remark, companyId, companyName: companies.name, version, updatedAt, updatedBy })
      .from(deviceGroups)
      .innerJoin(companies, eq(companies.id, companyId))
      .where(and(inValues(id, ids), visible(db, deviceGroups))),
    countsOf(db, ids),
  ]);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return ids.flatMap((groupId) => {
    const row = rows.find((each) => each.id === groupId);
    const own = counts.filter((each) => each.id === groupId).toSorted((a, b) => b.count - a.count);
    const total = sum(own.map((each) => each.count));
    const online = sum(own.map((each) => each.online));
    return row ? [{ ...row, total, online, models: own.map(({ model, count }) => ({ model, count })) }] : [];
  });
}

export async function readGroup(db: Tx, id: string): Promise<DeviceGroup> {
  const [group] = await readGroups(db, [id]);
  if (!group) throw new Refusal('notFound');
  return group;
}

const sortable = { name: sql`lower(${deviceGroups.name})`, total: size, updatedAt: deviceGroups.updatedAt };

/** One page of groups. */
export async function listGroups(db: Tx, input: ListInput) {
  const { name, remark, companyId, id } = deviceGroups;
  const pattern = input.keyword && contains(input.keyword);
  const where = and(
    visible(db, deviceGroups),
    pattern ? or(ilike(name, pattern), ilike(remark, pattern)) : undefined,
    input.companyId ? eq(companyId, input.companyId) : undefined,
    input.model &&
      sql`exists (select from ${devices} where ${memberOf} and ${devices.model} = ${input.model})`,
  );
  const rows = db
    .select({ id })
    .from(deviceGroups)
    .where(where)
    .orderBy(...orderBy(sortable, input.sort ?? 'name', deviceGroups.id));
  const { list, total } = await paginate(input, rows, counted(db, deviceGroups, where));
  return {
    list: await readGroups(
      db,
      list.map((row) => row.id),
    ),
    total,
  };
}

/** One page of groups with their names only. */
export function groupOptions(db: Tx, input: Input<(typeof deviceGroupCalls)['options']>) {
  const { id, name, companyId } = deviceGroups;
  const where = and(
    visible(db, deviceGroups),
    input.keyword ? ilike(name, contains(input.keyword)) : undefined,
    input.companyId ? eq(companyId, input.companyId) : undefined,
  );
  const rows = db
    .select({ id, name, companyName: companies.name })
    .from(deviceGroups)
    .innerJoin(companies, eq(companies.id, companyId))
    .where(where)
    .orderBy(asc(name), asc(id));
  return paginate(input, rows, counted(db, deviceGroups, where));
}

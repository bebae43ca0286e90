import type { deviceGroupCalls, Input } from '@sweepline/contract';
import { and, asc, count, eq, ne } from 'drizzle-orm';
import { Refusal, wrongField, type Ctx } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { checkVersion, find, visible, inValues } from '../../platform/db/page.ts';
import { announceDevice } from '../../robots/identity/credential-service.ts';
import { findCompany } from '../companies/company-service.ts';
import { devices } from '../devices/device-table.ts';
import { readGroup } from './device-group-list.ts';
import { deviceGroups } from './device-group-table.ts';

type Group = typeof deviceGroups.$inferSelect;
type Member = Pick<typeof devices.$inferSelect, 'id' | 'nickname' | 'companyId' | 'groupId'>;

/** Devices in the order of their ids, and before any group: whoever changes groups takes rows in this order and waits for nobody in a ring. */
async function holdDevices(db: Tx, ids: readonly string[], field: string): Promise<Member[]> {
  const { id, nickname, companyId, groupId } = devices;
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const found = await db
    .select({ id, nickname, companyId, groupId })
    .from(devices)
    .where(and(inValues(id, wanted), visible(db, devices)))
    .orderBy(asc(id))
    .for('update');
  if (found.length < wanted.length) throw wrongField(field, 'no such device');
  return found;
}

/** These groups, held until the end of the call: nobody else counts or moves their devices meanwhile. */
const holdGroups = (db: Tx, ids: readonly string[]) =>
  db
    .select()
    .from(deviceGroups)
    .where(and(inValues(deviceGroups.id, ids), visible(db, deviceGroups)))
    .orderBy(asc(deviceGroups.id))
    .for('update');

const sizeOf = async (db: Tx, group: Pick<Group, 'id' | 'companyId'>): Promise<number> => {
  const where = and(eq(devices.groupId, group.id), eq(devices.companyId, group.companyId));
  const [row] = await db.select({ size: count() }).from(devices).where(where);
  return row?.size ?? 0;
};

const savedBy = ({ now, account }: Ctx) => ({
  updatedAt: now().toISOString(),
  updatedBy: account.username,
});

/** Puts devices into a group. Answers those that were in another one, which must not be left empty by that. */
async function takeIn(ctx: Ctx, group: Group, members: readonly Member[]) {
  const { db } = ctx;
  if (members.some(({ companyId }) => companyId !== group.companyId))
    throw wrongField('deviceIds', 'a device of another company');
  const coming = members.filter(({ groupId }) => groupId !== group.id);
  const ids = coming.map(({ id }) => id);
  if (ids.length === 0) return [];
  const left = new Map(
    (await holdGroups(db, [...new Set(coming.flatMap(({ groupId }) => groupId ?? []))])).map((one) => [
      one.id,
      one,
    ]),
  );
  await db
    .update(devices)
    .set({ groupId: group.id, ...savedBy(ctx) })
    .where(inValues(devices.id, ids));
  for (const other of left.values()) await checkKept(db, other);
  tell(ctx, ids);
  return coming.flatMap(({ id, nickname, groupId }) => {
    const from = groupId && left.get(groupId);
    return from ? [{ id, nickname, from: from.name }] : [];
  });
}

async function checkKept(db: Tx, group: Group): Promise<void> {
  if ((await sizeOf(db, group)) === 0) throw new Refusal('groupNeedsDevice', { words: { name: group.name } });
}

function tell({ db, services }: Ctx, ids: readonly string[]): void {
  db.afterCommit(() => ids.forEach((id) => announceDevice(services.bus, id)));
}

/** Refuses a name another group of the company has. */
async function checkName(db: Tx, { id, companyId }: Pick<Group, 'id' | 'companyId'>, name: string) {
  const rows = await db
    .select({ id: deviceGroups.id, name: deviceGroups.name })
    .from(deviceGroups)
    .where(and(eq(deviceGroups.companyId, companyId), ne(deviceGroups.id, id)));
  if (rows.some((row) => row.name.toLowerCase() === name.toLowerCase())) throw new Refusal('nameTaken');
}

export async function createGroup(ctx: Ctx, input: Input<(typeof deviceGroupCalls)['create']>) {
  const { db } = ctx;
  const { id: companyId } = await findCompany(db, input.companyId);
  const members = await holdDevices(db, input.deviceIds, 'deviceIds');
  const saved = savedBy(ctx);
  const { name, remark } = input;
  const [group] = await db
    .insert(deviceGroups)
    .values({ id: newId(), companyId, name, remark, createdAt: saved.updatedAt, ...saved })
    .onConflictDoNothing()
    .returning();
  if (!group) throw new Refusal('nameTaken');
  const moved = await takeIn(ctx, group, members);
  return { group: await readGroup(db, group.id), moved };
}

export async function changeGroup(ctx: Ctx, input: Input<(typeof deviceGroupCalls)['update']>) {
  const { db } = ctx;
  const { id, version, name, remark, addIds, removeIds } = input;
  await find(db, deviceGroups, id);
  const held = await holdDevices(db, [...addIds, ...removeIds], 'addIds');
  const groups = await holdGroups(db, [...new Set([id, ...held.flatMap(({ groupId }) => groupId ?? [])])]);
  const group = groups.find((one) => one.id === id);
  if (!group) throw new Refusal('notFound');
  checkVersion(group, version);
  if (name !== undefined) await checkName(db, group, name);
  const going = held.filter((one) => removeIds.includes(one.id) && one.groupId === id);
  await letGo(
    ctx,
    going.map((one) => one.id),
  );
  const moved = await takeIn(
    ctx,
    group,
    held.filter((one) => addIds.includes(one.id) && !removeIds.includes(one.id)),
  );
  await checkKept(db, group);
  await db
    .update(deviceGroups)
    .set({
      version: version + 1,
      ...savedBy(ctx),
      ...(name !== undefined && { name }),
      ...(remark !== undefined && { remark }),
    })
    .where(eq(deviceGroups.id, id));
  return { group: await readGroup(db, id), moved };
}

async function letGo(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db
    .update(devices)
    .set({ groupId: null, ...savedBy(ctx) })
    .where(inValues(devices.id, ids));
  tell(ctx, ids);
}

export async function removeGroup(
  ctx: Ctx,
  { id, version }: Input<(typeof deviceGroupCalls)['remove']>,
): Promise<void> {
  const { db } = ctx;
  await find(db, deviceGroups, id);
  const members = await db
    .select({ id: devices.id })
    .from(devices)
    .where(eq(devices.groupId, id))
    .orderBy(asc(devices.id))
    .for('update');
  checkVersion(await find(db, deviceGroups, id, { lock: true }), version);
  await letGo(
    ctx,
    members.map((one) => one.id),
  );
  await db.delete(deviceGroups).where(eq(deviceGroups.id, id));
}

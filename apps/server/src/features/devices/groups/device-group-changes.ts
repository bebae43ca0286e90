import type { deviceGroupCalls, Input } from '@sweepline/contract';
import { and, asc, count, eq, ne } from 'drizzle-orm';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { checkVersion, find, visible, inValues } from '../../../platform/db/page.ts';
import { announceDevice } from '../identity/credential-service.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { readGroup } from './device-group-list.ts';
import { deviceGroups } from '../../../entities/devices/device-group-table.ts';

type Group = typeof deviceGroups.$inferSelect;
type Member = Pick<typeof devices.$inferSelect, 'id' | 'nickname' | 'companyId' | 'groupId'>;

/**
 * Locks devices in the order of their ids and before any group. The fixed order prevents deadlocks of group changes.
 */
async function lockDevices(db: Tx, ids: readonly string[], field: string): Promise<Member[]> {
  const { id, nickname, companyId, groupId } = devices;
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return [];
  const rows = await db
    .select({ id, nickname, companyId, groupId })
    .from(devices)
    .where(and(inValues(id, uniqueIds), visible(db, devices)))
    .orderBy(asc(id))
    .for('update');
  if (rows.length < uniqueIds.length) throw wrongField(field, 'NO_SUCH_DEVICE');
  return rows;
}

/** Locks groups until the end of the transaction, so that their sizes stay constant. */
const lockGroups = (db: Tx, ids: readonly string[]) =>
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

const stampOf = ({ now, account }: Ctx) => ({
  updatedAt: now().toISOString(),
  updatedBy: account.username,
});

/** Moves devices into a group. Returns those that were in another group. Emptying that group is refused. */
async function addMembers(ctx: Ctx, group: Group, members: readonly Member[]) {
  const { db } = ctx;
  if (members.some(({ companyId }) => companyId !== group.companyId))
    throw wrongField('deviceIds', 'DEVICE_OF_OTHER_COMPANY');
  const added = members.filter(({ groupId }) => groupId !== group.id);
  const ids = added.map(({ id }) => id);
  if (ids.length === 0) return [];
  const sources = new Map(
    (await lockGroups(db, [...new Set(added.flatMap(({ groupId }) => groupId ?? []))])).map((row) => [
      row.id,
      row,
    ]),
  );
  await db
    .update(devices)
    .set({ groupId: group.id, ...stampOf(ctx) })
    .where(inValues(devices.id, ids));
  for (const source of sources.values()) await checkNotEmpty(db, source);
  announceMembers(ctx, ids);
  return added.flatMap(({ id, nickname, groupId }) => {
    const from = groupId && sources.get(groupId);
    return from ? [{ id, nickname, from: from.name }] : [];
  });
}

async function checkNotEmpty(db: Tx, group: Group): Promise<void> {
  if ((await sizeOf(db, group)) === 0) throw new Refusal('groupNeedsDevice', { words: { name: group.name } });
}

function announceMembers({ db, services }: Ctx, ids: readonly string[]): void {
  db.afterCommit(() => ids.forEach((id) => announceDevice(services.bus, id)));
}

/** Refuses the name of another group of the company. */
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
  const members = await lockDevices(db, input.deviceIds, 'deviceIds');
  const saved = stampOf(ctx);
  const { name, remark } = input;
  const [group] = await db
    .insert(deviceGroups)
    .values({ id: newId(), companyId, name, remark, createdAt: saved.updatedAt, ...saved })
    .onConflictDoNothing()
    .returning();
  if (!group) throw new Refusal('nameTaken');
  const moved = await addMembers(ctx, group, members);
  return { group: await readGroup(db, group.id), moved };
}

export async function changeGroup(ctx: Ctx, input: Input<(typeof deviceGroupCalls)['update']>) {
  const { db } = ctx;
  const { id, version, name, remark, addIds, removeIds } = input;
  await find(db, deviceGroups, id);
  const members = await lockDevices(db, [...addIds, ...removeIds], 'addIds');
  const groups = await lockGroups(db, [...new Set([id, ...members.flatMap(({ groupId }) => groupId ?? [])])]);
  const group = groups.find((row) => row.id === id);
  if (!group) throw new Refusal('notFound');
  checkVersion(group, version);
  if (name !== undefined) await checkName(db, group, name);
  const removed = members.filter((member) => removeIds.includes(member.id) && member.groupId === id);
  await removeMembers(
    ctx,
    removed.map((member) => member.id),
  );
  const moved = await addMembers(
    ctx,
    group,
    members.filter((member) => addIds.includes(member.id) && !removeIds.includes(member.id)),
  );
  await checkNotEmpty(db, group);
  await db
    .update(deviceGroups)
    .set({
      version: version + 1,
      ...stampOf(ctx),
      ...(name !== undefined && { name }),
      ...(remark !== undefined && { remark }),
    })
    .where(eq(deviceGroups.id, id));
  return { group: await readGroup(db, id), moved };
}

async function removeMembers(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db
    .update(devices)
    .set({ groupId: null, ...stampOf(ctx) })
    .where(inValues(devices.id, ids));
  announceMembers(ctx, ids);
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
  await removeMembers(
    ctx,
    members.map((member) => member.id),
  );
  await db.delete(deviceGroups).where(eq(deviceGroups.id, id));
}

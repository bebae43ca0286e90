import {
  type Input,
  nameOfAccount,
  type shellCalls,
  type ShellReason,
  shellRules,
} from '@sweepline/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { shellSessions, type ShellApproval, type ShellRow } from '../../../entities/remote/shell-table.ts';
import { requireSecondPerson } from '../../../entities/people/approval-service.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { find } from '../../../platform/db/page.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { shellChanged } from './shell-channel-service.ts';
import { notifyApprovers, notifyOwner, notifyRequester } from './shell-notices.ts';
import { sessionSeenBy } from './shell-rows.ts';
import { approvableSide, endedStates, mayEnd, openStates, stateAt } from './shell-rules.ts';
import { approvalsDueOf, isOnline, isShellSupported, passwordOf, type LiveRobots } from './shell-standing.ts';

type ShellRequest = Input<(typeof shellCalls)['request']>;
type Admitted = Awaited<ReturnType<typeof admitRequest>>;

const after = (ms: number, spanMs: number) => new Date(ms + spanMs).toISOString();

/** Pages of the device read its standing again. */
export const announce = ({ db, services }: Pick<Ctx, 'db' | 'services'>, { deviceId }: ShellRow) =>
  db.afterCommit(() => services.bus.publish(shellChanged(deviceId), { deviceId }));

const store = async (ctx: Ctx, id: string, patch: Partial<ShellRow>): Promise<ShellRow> => {
  const [row] = await ctx.db.update(shellSessions).set(patch).where(eq(shellSessions.id, id)).returning();
  if (!row) throw new Refusal('notFound');
  announce(ctx, row);
  return row;
};

/** The control password is required for a shell, as it is for driving. */
export async function requirePassword({ db, account, now }: Ctx, device: typeof devices.$inferSelect) {
  const password = await asSystem(db, (all) => passwordOf(all, account, device, now));
  if (!password.isSet) throw new Refusal('noControlPassword');
  if (!password.isEntered) throw new Refusal('controlLocked');
}

/** What the server can refuse by itself before a shell is requested. */
async function admitRequest(ctx: Ctx, robots: LiveRobots, { deviceId, breakGlass }: ShellRequest) {
  const { db, account } = ctx;
  const device = await find(db, devices, deviceId);
  if (device.binding !== 'ACTIVATED') throw new Refusal('deviceFrozen');
  if (breakGlass && !account.superAdmin) throw new Refusal('forbidden');
  return await asSystem(db, async (all) => {
    if (!(await isShellSupported(all, device))) throw new Refusal('notSupported');
    if (!(await isOnline(all, robots, deviceId))) throw new Refusal('deviceOffline');
    return { device, ...(await approvalsDueOf(all, account, device)) };
  });
}

export const request = (robots: LiveRobots) => async (ctx: Ctx, input: ShellRequest) => {
  const admitted = await admitRequest(ctx, robots, input);
  await requirePassword(ctx, admitted.device);
  return await addRequest(ctx, input, admitted);
};

/** It takes the place of earlier requests of the account for the device. */
async function addRequest(ctx: Ctx, input: ShellRequest, { device, sides, company }: Admitted) {
  const { db, account, now } = ctx;
  const nowMs = now().getTime();
  const { deviceId, reason, minutes, breakGlass } = input;
  const earlier = and(
    eq(shellSessions.deviceId, deviceId),
    eq(shellSessions.accountId, account.id),
    inArray(shellSessions.state, ['REQUESTED', 'APPROVED']),
  );
  await db
    .update(shellSessions)
    .set({ state: 'CLOSED', endReason: 'ENDED', endedAt: after(nowMs, 0) })
    .where(earlier);
  const approvals: ShellApproval[] = sides.map((side) => ({ side, by: null, at: null }));
  const [row] = await db
    .insert(shellSessions)
    .values({
      id: newId(),
      companyId: device.companyId,
      deviceId,
      accountId: account.id,
      requester: nameOfAccount(account),
      requesterCompanyId: account.companyId,
      requesterCompany: company,
      reason,
      minutes,
      state: sides.length === 0 || breakGlass ? 'APPROVED' : 'REQUESTED',
      requestedAt: after(nowMs, 0),
      openUntil: after(nowMs, shellRules.openWithinMs),
      approvals,
      brokeGlass: breakGlass && sides.length > 0,
    })
    .returning();
  const subject = { row: row!, device };
  if (row!.brokeGlass) {
    await notifyOwner(ctx, db, { ...subject, template: 'shellWithoutApproval' });
    await notifyApprovers(ctx, db, { ...subject, template: 'shellWithoutApproval' });
  } else if (row!.state === 'REQUESTED')
    await notifyApprovers(ctx, db, { ...subject, template: 'shellRequested' });
  announce(ctx, row!);
  return await sessionSeenBy(ctx, row!);
}

/** A request that waits for an approval of this account. */
async function pendingFor(ctx: Ctx, id: string): Promise<{ row: ShellRow; approval: ShellApproval }> {
  const row = await find(ctx.db, shellSessions, id, { lock: true });
  const nowMs = ctx.now().getTime();
  if (stateAt(row, nowMs) !== 'REQUESTED') throw new Refusal('wrongState');
  if (row.accountId === ctx.account.id) throw new Refusal('ownApproval');
  const approval = approvableSide(row, ctx.account, nowMs);
  if (!approval) throw new Refusal('forbidden');
  return { row, approval };
}

/** The device of a shell; it may have gone to another company since the request. */
const deviceOf = async (ctx: Ctx, { deviceId, companyId }: ShellRow) => {
  const device = await find(ctx.db, devices, deviceId);
  if (device.companyId !== companyId) throw new Refusal('notFound');
  return device;
};

export async function approve(ctx: Ctx, { id }: { id: string }) {
  const { account, now } = ctx;
  const { row, approval } = await pendingFor(ctx, id);
  await requireSecondPerson(ctx, [row.accountId]);
  const device = await deviceOf(ctx, row);
  const at = now().toISOString();
  const { company } = await asSystem(ctx.db, (all) => approvalsDueOf(all, account, device));
  const by = { accountId: account.id, name: nameOfAccount(account), company, companyId: account.companyId };
  const approvals = row.approvals.map((it) => (it === approval ? { ...it, by, at } : it));
  const isComplete = approvals.every((it) => it.by);
  const openUntil = after(now().getTime(), shellRules.openWithinMs);
  const stored = await store(ctx, id, { approvals, ...(isComplete && { state: 'APPROVED', openUntil }) });
  if (isComplete)
    await notifyRequester(ctx, ctx.db, {
      row,
      device,
      template: 'shellApproved',
      by: nameOfAccount(account),
    });
  return await sessionSeenBy(ctx, stored);
}

export async function refuse(ctx: Ctx, { id, reason }: { id: string; reason: string }) {
  const { account, now } = ctx;
  const { row } = await pendingFor(ctx, id);
  const device = await deviceOf(ctx, row);
  const end = {
    state: 'REFUSED',
    refusal: reason,
    endedBy: nameOfAccount(account),
    endedAt: now().toISOString(),
  } as const;
  const stored = await store(ctx, id, end);
  await notifyRequester(ctx, ctx.db, { row, device, template: 'shellRefused', by: nameOfAccount(account) });
  return await sessionSeenBy(ctx, stored);
}

/** A shell that the account may end. What the robot does not have yet is withdrawn here. */
export async function closable(ctx: Ctx, id: string): Promise<{ row: ShellRow; isAtRobot: boolean }> {
  const { db, account, now } = ctx;
  const row = await find(db, shellSessions, id, { lock: true });
  const isOwn = row.accountId === account.id;
  const state = stateAt(row, now().getTime());
  if (!mayEnd(row, account)) throw new Refusal('forbidden');
  // Of two people who end it at the same time, both get what they want.
  if (endedStates.includes(state)) return { row, isAtRobot: false };
  if (openStates.includes(state)) return { row, isAtRobot: true };
  if (state !== 'REQUESTED' && state !== 'APPROVED') throw new Refusal('wrongState');
  const endReason: ShellReason = 'ENDED';
  const endedBy = isOwn ? '' : nameOfAccount(account);
  const end = { state: 'CLOSED' as const, endReason, endedBy, endedAt: now().toISOString() };
  return { row: await store(ctx, id, end), isAtRobot: false };
}

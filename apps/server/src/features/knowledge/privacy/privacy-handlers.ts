import {
  nameOfAccount,
  permissions,
  privacyCalls,
  privacyRequestDays,
  type Input,
} from '@sweepline/contract';
import { and, desc, eq, isNull, ne } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { videoViews } from '../../../entities/remote/video-table.ts';
import { auditEntries } from '../../../platform/audit/audit-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { hasPermission, Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { counted } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { notify } from '../../people/notices/notice-service.ts';
import { ownData } from './own-data.ts';
import { privacyRequests } from './privacy-table.ts';

type Calls = typeof privacyCalls;

/** The audit has each impersonation of the account, also those from a company above, which the tenant scope hides. */
const viewedBy = ({ db, account }: Ctx, page: Input<Calls['viewedBy']>) =>
  asSystem(db, async (all) => {
    const where = and(
      eq(auditEntries.recordId, account.id),
      eq(auditEntries.action, 'access.viewAs'),
      eq(auditEntries.code, 200),
    );
    const rows = all
      .select({ id: auditEntries.id, at: auditEntries.at, by: auditEntries.accountName })
      .from(auditEntries)
      .where(where)
      .orderBy(desc(auditEntries.at));
    return await paginate(page, rows, counted(all, auditEntries, where));
  });

/** Views of robots of the account's own company by others. Who does not see robots does not see who watched them. */
async function watched({ db, account }: Ctx, page: Input<Calls['watched']>) {
  if (!hasPermission(account, permissions.deviceList)) return { list: [], total: 0 };
  const isOwn = eq(videoViews.companyId, account.companyId);
  const where = and(isOwn, ne(videoViews.accountId, account.id));
  const rows = db
    .select({ view: videoViews, sn: devices.sn, nickname: devices.nickname })
    .from(videoViews)
    .innerJoin(devices, eq(devices.id, videoViews.deviceId))
    .where(where)
    .orderBy(desc(videoViews.openedAt), desc(videoViews.id));
  const { list, total } = await paginate(page, rows, counted(db, videoViews, where));
  return { total, list: list.map(({ view, sn, nickname }) => ({ ...view, deviceName: nickname || sn })) };
}

const openRequest = ({ account }: Pick<Ctx, 'account'>) =>
  and(eq(privacyRequests.accountId, account.id), isNull(privacyRequests.cancelledAt));

const request = (ctx: Ctx) =>
  asSystem(ctx.db, async (all) => {
    const [row] = await all.select().from(privacyRequests).where(openRequest(ctx));
    return { request: row ? { askedAt: row.askedAt, dueAt: row.dueAt } : null };
  });

/** Tells each administrator of the company; without one those of the provider. */
async function askDeletion(ctx: Ctx) {
  const { db, account, now, services } = ctx;
  const { companyId } = account;
  const at = now();
  const dueAt = new Date(at.getTime() + privacyRequestDays * 86_400_000).toISOString();
  const name = nameOfAccount(account);
  await asSystem(db, async (all) => {
    const [row] = await all
      .insert(privacyRequests)
      .values({
        id: newId(),
        companyId,
        accountId: account.id,
        accountName: name,
        askedAt: at.toISOString(),
        dueAt,
      })
      .onConflictDoNothing()
      .returning();
    // Pressed twice it is one request.
    if (!row) return;
    const ofCompany = and(eq(accounts.companyId, companyId), eq(accounts.roleType, 2));
    const superAdmins = eq(accounts.roleType, 1);
    const isActive = and(eq(accounts.disabled, false), ne(accounts.id, account.id));
    const administrators = await all.select().from(accounts).where(and(ofCompany, isActive));
    const readers =
      administrators.length > 0
        ? administrators
        : await all.select().from(accounts).where(and(superAdmins, isActive));
    for (const reader of readers)
      await notify(all, services.bus, now, {
        kind: 'system',
        companyId: reader.companyId,
        accountId: reader.id,
        template: 'deletionAsked',
        params: { name, day: dueAt.slice(0, 10) },
      });
  });
  return {};
}

async function cancelDeletion(ctx: Ctx) {
  const cancelledAt = ctx.now().toISOString();
  const cancelled = await asSystem(ctx.db, (all) =>
    all.update(privacyRequests).set({ cancelledAt }).where(openRequest(ctx)).returning(),
  );
  if (cancelled.length === 0) throw new Refusal('wrongState');
  return {};
}

export const privacyAnswers = answer(privacyCalls, {
  viewedBy,
  watched,
  data: ownData,
  request,
  askDeletion,
  cancelDeletion,
});

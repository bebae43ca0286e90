import { apiLimits, apiUserCalls, type Input, nameOfAccount } from '@sweepline/contract';
import { and, asc, eq, ilike, isNull } from 'drizzle-orm';
import { apiKeys, apiUsage, apiUsers } from '../../../entities/api/api-user-table.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { checkVersion, contains, counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { readKeys } from './api-key-rows.ts';
import { createKeyHandlers } from './api-key-handlers.ts';
import { apiUseHandlers } from './api-use-handlers.ts';
import { apiUserRows, inStates, readApiUser } from './api-user-rows.ts';
import { checkMaker, checkSettings } from './api-user-rules.ts';

const stampOf = ({ account, now }: Ctx) => ({
  updatedAt: now().toISOString(),
  updatedBy: account.username,
});

async function add(ctx: Ctx, input: Input<typeof apiUserCalls.add>) {
  const { db, account, now } = ctx;
  // The lock serialises concurrent calls, so that they cannot exceed the limit together.
  await findCompany(db, input.companyId, { lock: true });
  const [own] = await asSystem(db, (all) =>
    all.select({ type: companies.type }).from(companies).where(eq(companies.id, account.companyId)),
  );
  checkMaker(account, own?.type ?? 0, input.companyId);
  checkSettings(input);
  const inForce = and(eq(apiUsers.companyId, input.companyId), isNull(apiUsers.revokedAt));
  if ((await counted(db, apiUsers, and(visible(db, apiUsers), inForce))) >= apiLimits.users)
    throw new Refusal('tooManyApiUsers', { words: { most: String(apiLimits.users) } });
  const id = newId();
  const stamp = stampOf(ctx);
  await db
    .insert(apiUsers)
    .values({ ...input, ...stamp, id, createdAt: stamp.updatedAt, createdBy: nameOfAccount(account) });
  return await readApiUser(db, now, id);
}

async function update(ctx: Ctx, { id, version, ...settings }: Input<typeof apiUserCalls.update>) {
  const { db, now } = ctx;
  const row = await find(db, apiUsers, id, { lock: true });
  if (row.revokedAt) throw new Refusal('wrongState');
  checkVersion(row, version);
  checkSettings(settings);
  await db
    .update(apiUsers)
    .set({ ...settings, ...stampOf(ctx), version: version + 1 })
    .where(eq(apiUsers.id, id));
  return await readApiUser(db, now, id);
}

/** Suspends an API user, or lets it go on. A repeated call changes nothing. */
const setSuspended =
  (suspended: boolean) =>
  async (ctx: Ctx, { id }: { id: string }) => {
    const { db, account, now } = ctx;
    const row = await find(db, apiUsers, id, { lock: true });
    if (row.revokedAt) throw new Refusal('wrongState');
    if ((row.suspendedAt !== null) !== suspended) {
      const stamp = stampOf(ctx);
      const suspension = suspended
        ? { suspendedAt: stamp.updatedAt, suspendedBy: nameOfAccount(account) }
        : { suspendedAt: null, suspendedBy: null };
      await db
        .update(apiUsers)
        .set({ ...suspension, ...stamp, version: row.version + 1 })
        .where(eq(apiUsers.id, id));
    }
    return await readApiUser(db, now, id);
  };

/** Ends an API user and its keys for good. */
async function revoke(ctx: Ctx, { id }: { id: string }) {
  const { db, account, now } = ctx;
  const row = await find(db, apiUsers, id, { lock: true });
  if (!row.revokedAt) {
    const stamp = stampOf(ctx);
    const end = { revokedAt: stamp.updatedAt, revokedBy: nameOfAccount(account) };
    await db
      .update(apiUsers)
      .set({ ...end, ...stamp, version: row.version + 1 })
      .where(eq(apiUsers.id, id));
    await db
      .update(apiKeys)
      .set(end)
      .where(and(eq(apiKeys.userId, id), isNull(apiKeys.revokedAt)));
  }
  return await readApiUser(db, now, id);
}

async function detail({ db, now }: Ctx, { id }: { id: string }) {
  const user = await readApiUser(db, now, id);
  const [keyList, today] = await Promise.all([
    readKeys(db, eq(apiKeys.userId, id)),
    db
      .select({ group: apiUsage.group, calls: apiUsage.used })
      .from(apiUsage)
      .where(and(eq(apiUsage.userId, id), eq(apiUsage.day, now().toISOString().slice(0, 10))))
      .orderBy(asc(apiUsage.group)),
  ]);
  return { ...user, keyList, today };
}

export const apiUserAnswers = (vault: Pick<Vault, 'seal'>) =>
  answer(apiUserCalls, {
    list: ({ db, now }, { keyword, companyId, state, ...page }) => {
      const where = and(
        keyword ? ilike(apiUsers.name, contains(keyword)) : undefined,
        companyId ? eq(apiUsers.companyId, companyId) : undefined,
        state && state.length > 0 ? inStates(now, state) : undefined,
      );
      return paginate(
        page,
        apiUserRows(db, now, where),
        counted(db, apiUsers, and(visible(db, apiUsers), where)),
      );
    },

    detail,

    add,

    update,

    suspend: setSuspended(true),

    resume: setSuspended(false),

    revoke,

    ...createKeyHandlers(vault),

    ...apiUseHandlers,
  });

import { subscriptionCalls, type Input } from '@sweepline/contract';
import { isTimeZone } from '@sweepline/contract/robot';
import { and, eq, ilike } from 'drizzle-orm';
import { answer } from '../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../platform/calls/ctx.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { checkVersion, contains, counted, find, visible, inValues } from '../../platform/db/page.ts';
import type { Vault } from '../../platform/files/vault.ts';
import { accountById } from '../accounts/account-service.ts';
import { accounts } from '../accounts/account-table.ts';
import { findCompany } from '../companies/company-service.ts';
import { devices } from '../devices/device-table.ts';
import { sites } from '../sites/site-table.ts';
import { readerOf } from './subscription-links.ts';
import { nextDue, periodOf } from './subscription-rules.ts';
import { deliveryOf, listDeliveries, listSubscriptions, subscriptionRows } from './subscription-service.ts';
import { reportDeliveries, reportSubscriptions as table, subscriptionReaders } from './subscription-table.ts';

type Wish = Input<typeof subscriptionCalls.create>;

/** Every record a wish names must be one the caller sees: nobody sends reports of others, or to others' accounts. */
async function checkWish(db: Tx, wish: Wish): Promise<void> {
  if (wish.accountIds.length + wish.addresses.length === 0)
    throw wrongField('addresses', 'nobody would get it');
  if (!isTimeZone(wish.timezone)) throw wrongField('timezone', 'no such time zone');
  if (wish.onlyCompanyId) await findCompany(db, wish.onlyCompanyId);
  if (wish.siteId) await find(db, sites, wish.siteId);
  const seen = async (of: typeof devices | typeof accounts, ids: readonly string[]) =>
    (await counted(db, of, and(visible(db, of), inValues(of.id, ids)))) === new Set(ids).size;
  if (!(await seen(devices, wish.deviceIds)) || !(await seen(accounts, wish.accountIds)))
    throw new Refusal('notFound');
}

/** Who stays on the list keeps what they said of it: somebody who unsubscribed is not subscribed again by a save. */
async function setReaders(
  db: Tx,
  companyId: string,
  subscriptionId: string,
  { accountIds, addresses }: Wish,
) {
  const known = await db
    .select()
    .from(subscriptionReaders)
    .where(eq(subscriptionReaders.subscriptionId, subscriptionId));
  const lower = new Set(addresses.map((address) => address.toLowerCase()));
  const gone = known.filter(({ accountId, address }) =>
    accountId ? !accountIds.includes(accountId) : !lower.has(address),
  );
  if (gone.length > 0)
    await db.delete(subscriptionReaders).where(
      inValues(
        subscriptionReaders.id,
        gone.map(({ id }) => id),
      ),
    );
  const rows = [
    ...[...new Set(accountIds)].map((accountId) => ({ accountId, address: '' })),
    ...[...lower].map((address) => ({ accountId: null, address })),
  ].map((reader) => ({ companyId, subscriptionId, ...reader }));
  await db.insert(subscriptionReaders).values(rows).onConflictDoNothing();
}

const valuesOf = (
  { accountIds: _accounts, addresses: _addresses, ...wish }: Wish,
  { now, account }: Ctx,
) => ({
  ...wish,
  updatedAt: now().toISOString(),
  updatedBy: account.username,
});

async function shownOf(db: Tx, id: string) {
  const [row] = await subscriptionRows(db).where(eq(table.id, id));
  if (!row) throw new Refusal('notFound');
  return row;
}

interface Needs {
  vault: Vault;
  /** Who mail comes from; undefined where mail is not set up. */
  mailFrom?: string | undefined;
}

/** Strangers see nothing of a subscription but what its own link opens. */
const byLink =
  <O>(vault: Vault, work: (tx: Tx, readerId: string, ctx: Ctx) => Promise<O>) =>
  (ctx: Ctx, { token }: { token: string }): Promise<O> => {
    const readerId = readerOf(vault, token);
    if (!readerId) throw new Refusal('notFound');
    return inScope(ctx.services.db, '*', (tx) => work(tx, readerId, ctx));
  };

export const subscriptionAnswers = ({ vault, mailFrom }: Needs) =>
  answer(subscriptionCalls, {
    list: ({ db }, { keyword, every, ...input }) =>
      listSubscriptions(
        db,
        input,
        keyword ? ilike(table.name, contains(keyword)) : undefined,
        every?.length ? inValues(table.every, every) : undefined,
      ),

    mail: async ({ db, account }) => {
      const found = await accountById(db, account.id);
      return { from: mailFrom ?? null, ownAddress: found?.account.email ?? '' };
    },

    create: async (ctx, wish) => {
      const { db, now, account } = ctx;
      await checkWish(db, wish);
      const id = newId();
      const { companyId } = account;
      const values = { ...valuesOf(wish, ctx), accountId: account.id, createdAt: now().toISOString() };
      await db
        .insert(table)
        .values({ id, companyId, enabled: true, nextAt: nextDue(wish, now().getTime()), ...values });
      await setReaders(db, companyId, id, wish);
      return await shownOf(db, id);
    },

    update: async (ctx, { id, version, ...wish }) => {
      const { db, now, account } = ctx;
      const known = await find(db, table, id, { lock: true });
      checkVersion(known, version);
      await checkWish(db, wish);
      // Whoever saves it answers for what it tells.
      const nextAt = known.enabled ? nextDue(wish, now().getTime()) : null;
      await db
        .update(table)
        .set({ ...valuesOf(wish, ctx), accountId: account.id, nextAt, version: version + 1 })
        .where(eq(table.id, id));
      await setReaders(db, known.companyId, id, wish);
      return await shownOf(db, id);
    },

    setEnabled: async ({ db, now, account }, { id, version, enabled }) => {
      const known = await find(db, table, id, { lock: true });
      checkVersion(known, version);
      const stamp = { updatedAt: now().toISOString(), updatedBy: account.username };
      // What was due while it rested is not sent afterwards.
      const nextAt = enabled ? nextDue(known, now().getTime()) : null;
      await db
        .update(table)
        .set({ enabled, nextAt, version: version + 1, ...stamp })
        .where(eq(table.id, id));
      return await shownOf(db, id);
    },

    remove: async ({ db }, { id }) => {
      await find(db, table, id, { lock: true });
      await db.delete(table).where(eq(table.id, id));
      return {};
    },

    sendNow: async ({ db, now, account, caller }, { id }) => {
      const row = await find(db, table, id);
      if (!mailFrom) throw new Refusal('mailNotSetUp');
      const address = (await accountById(db, account.id))?.account.email ?? '';
      if (address === '') throw new Refusal('noOwnAddress');
      const at = now().toISOString();
      const { from: fromDay, to: toDay } = periodOf(row, now().getTime());
      const [made] = await db
        .insert(reportDeliveries)
        .values({
          ...{ companyId: row.companyId, subscriptionId: id, readerId: null, address, lang: caller.lang },
          ...{
            fromDay,
            toDay,
            occasion: `now ${newId()}`,
            byHand: true,
            state: 'WAITING',
            dueAt: at,
            createdAt: at,
          },
        })
        .returning();
      return deliveryOf(made!);
    },

    deliveries: async ({ db }, { id, state, ...input }) => {
      await find(db, table, id);
      return await listDeliveries(db, input, id, state ?? []);
    },

    retry: async ({ db, now }, { id, delivery }) => {
      await find(db, table, id);
      const again = await db
        .update(reportDeliveries)
        .set({ state: 'WAITING', attempts: 0, dueAt: now().toISOString() })
        .where(
          and(
            eq(reportDeliveries.id, delivery),
            eq(reportDeliveries.subscriptionId, id),
            eq(reportDeliveries.state, 'GAVE_UP'),
          ),
        )
        .returning({ id: reportDeliveries.id });
      if (again.length === 0) throw new Refusal('wrongState');
      return {};
    },

    unsubscribeInfo: byLink(vault, async (tx, readerId) => {
      const [found] = await tx
        .select({ reader: subscriptionReaders, name: table.name })
        .from(subscriptionReaders)
        .innerJoin(table, eq(table.id, subscriptionReaders.subscriptionId))
        .where(eq(subscriptionReaders.id, readerId));
      if (!found) throw new Refusal('notFound');
      const { accountId, address, unsubscribedAt } = found.reader;
      const account = accountId ? await accountById(tx, accountId) : undefined;
      return { name: found.name, address: account?.account.email ?? address, unsubscribedAt };
    }),

    unsubscribe: byLink(vault, async (tx, readerId, { now }) => {
      const [found] = await tx.select().from(subscriptionReaders).where(eq(subscriptionReaders.id, readerId));
      if (!found) throw new Refusal('notFound');
      if (!found.unsubscribedAt)
        await tx
          .update(subscriptionReaders)
          .set({ unsubscribedAt: now().toISOString() })
          .where(eq(subscriptionReaders.id, readerId));
      return {};
    }),
  });

import { subscriptionCalls, type Input } from '@sweepline/contract';
import { and, eq, ilike } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { checkVersion, contains, counted, find, visible, inValues } from '../../../platform/db/page.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import { accountById } from '../../../entities/people/account-service.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { nextDue, periodOf } from './subscription-rules.ts';
import { deliveryOf, listDeliveries, listSubscriptions, subscriptionRows } from './subscription-service.ts';
import { reportDeliveries, reportSubscriptions as table, subscriptionReaders } from './subscription-table.ts';
import { unsubscribeHandlers } from './unsubscribe-handlers.ts';

type SubscriptionInput = Input<typeof subscriptionCalls.create>;

/** Refuses records that the caller may not see: reports of other companies, and their accounts as readers. */
async function checkInput(db: Tx, input: SubscriptionInput): Promise<void> {
  if (input.accountIds.length + input.addresses.length === 0) throw wrongField('addresses', 'NO_RECIPIENT');
  if (input.onlyCompanyId) await findCompany(db, input.onlyCompanyId);
  if (input.siteId) await find(db, sites, input.siteId);
  const areVisible = async (of: typeof devices | typeof accounts, ids: readonly string[]) =>
    (await counted(db, of, and(visible(db, of), inValues(of.id, ids)))) === new Set(ids).size;
  if (!(await areVisible(devices, input.deviceIds)) || !(await areVisible(accounts, input.accountIds)))
    throw new Refusal('notFound');
}

/** Updates the list of readers. Readers that stay keep their row, so a save does not revert an unsubscription. */
async function setReaders(
  db: Tx,
  companyId: string,
  subscriptionId: string,
  { accountIds, addresses }: SubscriptionInput,
) {
  const existing = await db
    .select()
    .from(subscriptionReaders)
    .where(eq(subscriptionReaders.subscriptionId, subscriptionId));
  const lower = new Set(addresses.map((address) => address.toLowerCase()));
  const removed = existing.filter(({ accountId, address }) =>
    accountId ? !accountIds.includes(accountId) : !lower.has(address),
  );
  if (removed.length > 0)
    await db.delete(subscriptionReaders).where(
      inValues(
        subscriptionReaders.id,
        removed.map(({ id }) => id),
      ),
    );
  const rows = [
    ...[...new Set(accountIds)].map((accountId) => ({ accountId, address: '' })),
    ...[...lower].map((address) => ({ accountId: null, address })),
  ].map((reader) => ({ companyId, subscriptionId, ...reader }));
  await db.insert(subscriptionReaders).values(rows).onConflictDoNothing();
}

const valuesOf = (
  { accountIds: _accounts, addresses: _addresses, ...input }: SubscriptionInput,
  { now, account }: Ctx,
) => ({
  ...input,
  updatedAt: now().toISOString(),
  updatedBy: account.username,
});

async function readSubscription(db: Tx, id: string) {
  const [row] = await subscriptionRows(db).where(eq(table.id, id));
  if (!row) throw new Refusal('notFound');
  return row;
}

/** Adds a delivery of the last period to the caller's own address. */
async function sendNow({ db, now, account, caller }: Ctx, id: string, mailFrom: string | undefined) {
  const row = await find(db, table, id);
  if (!mailFrom) throw new Refusal('mailNotSetUp');
  const address = (await accountById(db, account.id))?.account.email ?? '';
  if (address === '') throw new Refusal('noOwnAddress');
  const at = now().toISOString();
  const { from: fromDay, to: toDay } = periodOf(row, now().getTime());
  const [delivery] = await db
    .insert(reportDeliveries)
    .values({
      companyId: row.companyId,
      subscriptionId: id,
      readerId: null,
      address,
      lang: caller.lang,
      fromDay,
      toDay,
      occasion: `now ${newId()}`,
      byHand: true,
      state: 'WAITING',
      dueAt: at,
      createdAt: at,
    })
    .returning();
  return deliveryOf(delivery!);
}

interface SubscriptionDeps {
  vault: Vault;
  /** Sender of mail; undefined if mail is not set up. */
  mailFrom?: string | undefined;
}

export const subscriptionAnswers = ({ vault, mailFrom }: SubscriptionDeps) =>
  answer(subscriptionCalls, {
    list: ({ db }, { keyword, every, ...page }) =>
      listSubscriptions(
        db,
        page,
        keyword ? ilike(table.name, contains(keyword)) : undefined,
        every?.length ? inValues(table.every, every) : undefined,
      ),

    mail: async ({ db, account }) => {
      const record = await accountById(db, account.id);
      return { from: mailFrom ?? null, ownAddress: record?.account.email ?? '' };
    },

    create: async (ctx, input) => {
      const { db, now, account } = ctx;
      await checkInput(db, input);
      const id = newId();
      const { companyId } = account;
      const values = { ...valuesOf(input, ctx), accountId: account.id, createdAt: now().toISOString() };
      await db
        .insert(table)
        .values({ id, companyId, enabled: true, nextAt: nextDue(input, now().getTime()), ...values });
      await setReaders(db, companyId, id, input);
      return await readSubscription(db, id);
    },

    update: async (ctx, { id, version, ...input }) => {
      const { db, now, account } = ctx;
      const row = await find(db, table, id, { lock: true });
      checkVersion(row, version);
      await checkInput(db, input);
      // The figures are read in the scope of the account that saved last.
      const nextAt = row.enabled ? nextDue(input, now().getTime()) : null;
      await db
        .update(table)
        .set({ ...valuesOf(input, ctx), accountId: account.id, nextAt, version: version + 1 })
        .where(eq(table.id, id));
      await setReaders(db, row.companyId, id, input);
      return await readSubscription(db, id);
    },

    setEnabled: async ({ db, now, account }, { id, version, enabled }) => {
      const row = await find(db, table, id, { lock: true });
      checkVersion(row, version);
      const stamp = { updatedAt: now().toISOString(), updatedBy: account.username };
      // Periods that ended while it was disabled are not sent.
      const nextAt = enabled ? nextDue(row, now().getTime()) : null;
      await db
        .update(table)
        .set({ enabled, nextAt, version: version + 1, ...stamp })
        .where(eq(table.id, id));
      return await readSubscription(db, id);
    },

    remove: async ({ db }, { id }) => {
      await find(db, table, id, { lock: true });
      await db.delete(table).where(eq(table.id, id));
      return {};
    },

    sendNow: (ctx, { id }) => sendNow(ctx, id, mailFrom),

    deliveries: async ({ db }, { id, state, ...page }) => {
      await find(db, table, id);
      return await listDeliveries(db, page, id, state ?? []);
    },

    retry: async ({ db, now }, { id, delivery }) => {
      await find(db, table, id);
      const rows = await db
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
      if (rows.length === 0) throw new Refusal('wrongState');
      return {};
    },

    ...unsubscribeHandlers(vault),
  });

import { eq } from 'drizzle-orm';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { inScope, type Tx } from '../../../platform/db/db.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import { accountById } from '../../../entities/people/account-service.ts';
import { readerOf } from './subscription-links.ts';
import { reportSubscriptions, subscriptionReaders } from './subscription-table.ts';

/** Runs a call without an account, for the reader in the link's token only. */
const byLink =
  <O>(vault: Vault, work: (tx: Tx, readerId: string, ctx: Ctx) => Promise<O>) =>
  (ctx: Ctx, { token }: { token: string }): Promise<O> => {
    const readerId = readerOf(vault, token);
    if (!readerId) throw new Refusal('notFound');
    return inScope(ctx.services.db, '*', (tx) => work(tx, readerId, ctx));
  };

/** The calls of the page that a mail links to. */
export const unsubscribeHandlers = (vault: Vault) => ({
  unsubscribeInfo: byLink(vault, async (tx, readerId) => {
    const [row] = await tx
      .select({ reader: subscriptionReaders, name: reportSubscriptions.name })
      .from(subscriptionReaders)
      .innerJoin(reportSubscriptions, eq(reportSubscriptions.id, subscriptionReaders.subscriptionId))
      .where(eq(subscriptionReaders.id, readerId));
    if (!row) throw new Refusal('notFound');
    const { accountId, address, unsubscribedAt } = row.reader;
    const account = accountId ? await accountById(tx, accountId) : undefined;
    return { name: row.name, address: account?.account.email ?? address, unsubscribedAt };
  }),

  unsubscribe: byLink(vault, async (tx, readerId, { now }) => {
    const [reader] = await tx.select().from(subscriptionReaders).where(eq(subscriptionReaders.id, readerId));
    if (!reader) throw new Refusal('notFound');
    if (!reader.unsubscribedAt)
      await tx
        .update(subscriptionReaders)
        .set({ unsubscribedAt: now().toISOString() })
        .where(eq(subscriptionReaders.id, readerId));
    return {};
  }),
});

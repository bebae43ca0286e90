import { and, asc, eq, gt } from 'drizzle-orm';
import { apiKeys } from '../../entities/api/api-user-table.ts';
import { webhookDeliveries, webhookEndpoints } from '../../entities/api/webhook-table.ts';
import { shellKeys, shellPieces } from '../../entities/remote/shell-table.ts';
import { backupPlaces, backupSettings } from '../../entities/installation/backup-table.ts';
import { activationCodes } from '../../features/stock/activation-codes/activation-code-table.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import type { Vault } from '../../platform/files/vault.ts';

const rowsAtOnce = 500;
const firstId = '00000000-0000-0000-0000-000000000000';

/** Does a batch after the id; returns the last id of it, undefined at the end. */
type Batch = (tx: Tx, after: string) => Promise<string | undefined>;

async function inBatches(db: Db, batch: Batch): Promise<void> {
  for (let after: string | undefined = firstId; after !== undefined;) {
    const from: string = after;
    after = await inScope(db, '*', (tx) => batch(tx, from));
  }
}

type From = Pick<Vault, 'open'>;
type To = Pick<Vault, 'seal' | 'mark'>;

const resealCodes = (db: Db, from: From, to: To) =>
  inBatches(db, async (tx, after) => {
    const { id } = activationCodes;
    const rows = await tx
      .select()
      .from(activationCodes)
      .where(gt(id, after))
      .orderBy(asc(id))
      .limit(rowsAtOnce);
    for (const row of rows) {
      const code = from.open(row.codeSecret);
      const sealed = { codeSecret: to.seal(code), codeHash: to.mark(code) };
      await tx.update(activationCodes).set(sealed).where(eq(id, row.id));
    }
    return rows.at(-1)?.id;
  });

const resealKeys = (db: Db, reseal: (sealed: string) => string) =>
  inBatches(db, async (tx, after) => {
    const { id } = apiKeys;
    const rows = await tx.select().from(apiKeys).where(gt(id, after)).orderBy(asc(id)).limit(rowsAtOnce);
    for (const row of rows)
      await tx
        .update(apiKeys)
        .set({ secretSealed: reseal(row.secretSealed) })
        .where(eq(id, row.id));
    return rows.at(-1)?.id;
  });

const resealTyped = (db: Db, reseal: (sealed: string) => string) =>
  inBatches(db, async (tx, after) => {
    const { id, kind } = shellPieces;
    const typed = and(eq(kind, 'INPUT'), gt(id, after));
    const rows = await tx.select().from(shellPieces).where(typed).orderBy(asc(id)).limit(rowsAtOnce);
    for (const row of rows)
      await tx
        .update(shellPieces)
        .set({ content: reseal(row.content) })
        .where(eq(id, row.id));
    return rows.at(-1)?.id;
  });

/** Seals with the new key of a copy what the old one has sealed. The keys of shells are made again: robots must not trust a copy. */
export async function resealSecrets(db: Db, from: From, to: To): Promise<void> {
  const reseal = (sealed: string) => to.seal(from.open(sealed));
  await resealCodes(db, from, to);
  await resealKeys(db, reseal);
  await resealTyped(db, reseal);
  await inScope(db, '*', async (tx) => {
    await tx.delete(shellKeys);
    // A copy must not call the receivers of the original.
    await tx.delete(webhookDeliveries);
    await tx.delete(webhookEndpoints);
    // A copy must not write into the folders of the original.
    await tx.delete(backupSettings);
    await tx.delete(backupPlaces);
  });
}

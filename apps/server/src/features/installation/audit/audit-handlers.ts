import { auditCalls, type AuditChange, type Lang } from '@sweepline/contract';
import { and, asc, count, desc, eq } from 'drizzle-orm';
import { auditPending, auditSeals } from '../../../platform/audit/audit-chain-table.ts';
import { checkChain } from '../../../platform/audit/audit-check.ts';
import { auditChanges, auditEntries } from '../../../platform/audit/audit-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { inScope } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { auditBars } from './audit-bars.ts';
import { exportAudit } from './log-export.ts';
import { auditFilter, auditRowOf, logPage, logRows } from './log-service.ts';
import { nameRecords } from './record-names.ts';
import { fieldText, tableText } from './words-service.ts';

const maxChanges = 200;
const verifyMs = 15_000;

export const auditAnswers = answer(auditCalls, {
  list: async ({ db, caller }, input) => {
    const where = auditFilter(db, input);
    const { list, total } = await logPage(db, where, input);
    return {
      list: await nameRecords(
        db,
        list.map((row) => auditRowOf(row, caller.lang)),
      ),
      total,
    };
  },

  detail: async ({ db, caller: { lang } }, { id }) => {
    const [row] = await logRows(db).where(and(eq(auditEntries.id, id), visible(db, auditEntries)));
    if (!row) throw new Refusal('notFound');
    const changes = await db
      .select()
      .from(auditChanges)
      .where(and(eq(auditChanges.requestId, row.entry.requestId), visible(db, auditChanges)))
      .orderBy(asc(auditChanges.seq))
      .limit(maxChanges + 1);
    const [entry] = await nameRecords(db, [auditRowOf(row, lang)]);
    return {
      entry: entry!,
      changes: changes.slice(0, maxChanges).map((change) => changeOf(change, lang)),
      more: changes.length > maxChanges,
    };
  },

  bars: ({ db }, input) => auditBars(db, input),

  chain: async ({ db, account }) => {
    const [last] = await db.select().from(auditSeals).orderBy(desc(auditSeals.seq)).limit(1);
    const [pending] = await db.select({ n: count() }).from(auditPending);
    return {
      sealed: last ? { seq: last.seq, hash: last.hash, at: last.sealedAt } : null,
      waiting: pending?.n ?? 0,
      mayVerify: account.scope === '*',
    };
  },

  // Each part has its own transaction, so that a long chain does not keep one open.
  verify: withoutTransaction(async ({ services, account }) => {
    if (account.scope !== '*') throw new Refusal('forbidden');
    const until = performance.now() + verifyMs;
    const { links, whole, broken } = await checkChain(
      (text, values) => inScope(services.db, '*', (tx) => tx.raw(text, values), { readOnly: true }),
      () => performance.now() < until,
    );
    return { links, whole, broken: broken ?? null };
  }),

  export: async (ctx, input) => exportAudit(ctx, input),
});

/** A changed row with the labels of its columns. */
function changeOf(change: typeof auditChanges.$inferSelect, lang: Lang): AuditChange {
  const { before, after } = change;
  return {
    id: change.id,
    table: tableText(change.tableName, lang),
    record: { id: change.recordId, name: change.recordName },
    operation: change.operation,
    fields: Object.keys(after ?? before ?? {}).map((name) => ({
      name,
      label: fieldText(name, lang),
      before: before?.[name] ?? null,
      after: after?.[name] ?? null,
    })),
  };
}

import { allCalls, onlyReads, systemLogCalls, type Calls } from '@sweepline/contract';
import { and } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { exportSystemLog } from './log-export.ts';
import { auditFilter, auditRowOf, doneOnly, logPage } from './log-service.ts';
import { nameRecords } from './record-names.ts';
import { actionText, kindText } from './words-service.ts';

/** All calls that write, as `family.name`. */
export const writes = Object.entries<Calls>(allCalls).flatMap(([family, calls]) =>
  Object.entries(calls)
    .filter(([, call]) => !onlyReads(call))
    .map(([name]) => ({ family, action: `${family}.${name}` })),
);

export const systemLogAnswers = answer(systemLogCalls, {
  list: async ({ db, caller }, input) => {
    const where = and(auditFilter(db, input), doneOnly);
    const { list, total } = await logPage(db, where, input);
    const rows = await nameRecords(
      db,
      list.map((row) => auditRowOf(row, caller.lang)),
    );
    return {
      list: rows.map(({ id, at, account, companyName, action, kind, record, address }) => ({
        id,
        at,
        account,
        companyName,
        action,
        kind,
        record,
        address,
      })),
      total,
    };
  },

  export: async (ctx, input) => exportSystemLog(ctx, input),

  words: async ({ caller: { lang } }) => {
    const families = [...new Set(writes.map(({ family }) => family))];
    const byLabel = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label, lang);
    return {
      actions: writes
        .map(({ family, action }) => ({ value: action, label: actionText(action, lang), kind: family }))
        .toSorted(byLabel),
      kinds: families.map((value) => ({ value, label: kindText(value, lang) })).toSorted(byLabel),
    };
  },
});

import { errorLogCalls, type ErrorLevel } from '@sweepline/contract';
import { and, desc, eq, gte, ilike, inArray, lte, or, sql } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { contains, counted, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import type { ErrorCollector } from './error-collector.ts';
import { groupRows } from './error-groups.ts';
import { errorGroups, errorOccurrences } from './error-log-table.ts';

export const errorLogAnswers = ({ errorReports }: { errorReports: ErrorCollector }) =>
  answer(errorLogCalls, {
    save: async ({ account, caller, now }, reported) => {
      if (errorReports.floods(account.sessionId || caller.address)) throw new Refusal('tooMany');
      errorReports.add({ at: now().toISOString(), account: account.id ? account : undefined, reported });
      return {};
    },

    search: async ({ db }, input) => {
      const { keyword, groupId, level, version, username, from, to } = input;
      const text = keyword && contains(keyword);
      const where = and(
        visible(db, errorOccurrences),
        groupId ? eq(errorOccurrences.fingerprint, groupId) : undefined,
        level?.length ? inArray(errorOccurrences.level, level) : undefined,
        version ? eq(errorOccurrences.version, version) : undefined,
        username ? eq(errorOccurrences.username, username) : undefined,
        from ? gte(errorOccurrences.at, from) : undefined,
        to ? lte(errorOccurrences.at, to) : undefined,
        text ? or(ilike(errorOccurrences.desc, text), ilike(errorOccurrences.username, text)) : undefined,
      );
      const rows = db
        .select()
        .from(errorOccurrences)
        .where(where)
        .orderBy(desc(errorOccurrences.at), desc(errorOccurrences.id));
      const { list, total } = await paginate(input, rows, counted(db, errorOccurrences, where));
      return {
        // Only levels of the contract are stored, and extras are texts.
        list: list.map(({ fingerprint, level: stored, extras, ...row }) => ({
          ...row,
          groupId: fingerprint,
          level: stored as ErrorLevel,
          extras: extras as Record<string, string>,
        })),
        total,
      };
    },

    groups: (ctx, input) => groupRows(ctx, input),

    versions: async ({ db }) => {
      const rows = await db
        .select({ version: errorGroups.version, last: sql`max(${errorGroups.lastAt})` })
        .from(errorGroups)
        .where(visible(db, errorGroups))
        .groupBy(errorGroups.version)
        .orderBy(sql`2 desc`)
        .limit(50);
      return { versions: rows.map(({ version }) => version).filter(Boolean) };
    },

    setState: async ({ db, account, now }, { groupId, state }) => {
      const rows = await db
        .update(errorGroups)
        .set({ state, stateBy: account.username, stateAt: now().toISOString() })
        .where(and(eq(errorGroups.fingerprint, groupId), visible(db, errorGroups)))
        .returning({ id: errorGroups.id });
      if (rows.length === 0) throw new Refusal('notFound');
      return {};
    },
  });

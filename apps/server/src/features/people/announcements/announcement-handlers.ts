import { announcementCalls, topics } from '@sweepline/contract';
import { desc, eq, isNotNull } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { counted } from '../../../platform/db/page.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import {
  allLangs,
  descriptionFor,
  draftIn,
  newestFor,
  publishText,
  saveDraft,
} from './announcement-service.ts';
import { announcementReads, announcements } from './announcement-table.ts';

/** The page size with `enablePage: false`, which the dialog sends. It bounds the answer. */
const wholeHistory = { page: 1, pageSize: 200 };

export const announcementAnswers = answer(announcementCalls, {
  now: async ({ db, account, services }) => {
    const row = (account.superAdmin ? await draftIn(db) : undefined) ?? (await newestFor(services.db));
    return {
      langDescriptions: allLangs(row?.langDescriptions ?? []),
      publishTime: row?.publishedAt ?? null,
      version: row?.version ?? 0,
    };
  },

  save: async ({ db, now, account }, input) => {
    const { version } = await saveDraft(db, now, account, input);
    return { version };
  },

  publish: async ({ db, now, account, services }, input) => {
    const published = await publishText(db, now, account, input);
    db.afterCommit(() => services.bus.publish(topics.announcement, { id: published.id }));
    return published;
  },

  list: async ({ db }, input) => {
    const published = isNotNull(announcements.publishedAt);
    const rows = db
      .select()
      .from(announcements)
      .where(published)
      .orderBy(desc(announcements.publishedAt), desc(announcements.id));
    const { list, total } = await paginate(
      input.enablePage === false ? wholeHistory : input,
      rows,
      counted(db, announcements, published),
    );
    return {
      total,
      list: list.map(({ id, langDescriptions, publishedAt, updatedAt, updatedBy }) => ({
        id,
        langDescriptions,
        publishTime: publishedAt ?? updatedAt,
        publishedBy: updatedBy,
      })),
    };
  },

  newest: async ({ db, account, caller, services }) => {
    const row = await newestFor(services.db);
    const text = row && descriptionFor(row.langDescriptions, caller.lang);
    if (!row?.publishedAt || !text) return { announcement: null, read: true };
    const { publishedAt } = row;
    const [lastRead] = await db
      .select()
      .from(announcementReads)
      .where(eq(announcementReads.accountId, account.id));
    const [ownAccount] = await db
      .select({ createdAt: accounts.createdAt })
      .from(accounts)
      .where(eq(accounts.id, account.id));
    return {
      announcement: { id: row.id, publishTime: publishedAt, ...text },
      // An account that is newer than the announcement counts as having read it.
      read:
        lastRead?.announcementId === row.id ||
        (ownAccount !== undefined && ownAccount.createdAt > publishedAt),
    };
  },

  read: async ({ db, account, now, services }, { announcementId }) => {
    const newest = await newestFor(services.db);
    if (newest?.id !== announcementId) throw new Refusal('notFound');
    const readMark = { announcementId, at: now().toISOString() };
    await db
      .insert(announcementReads)
      .values({ accountId: account.id, companyId: account.companyId, ...readMark })
      .onConflictDoUpdate({ target: announcementReads.accountId, set: readMark });
    return {};
  },
});

import { chatUserCalls } from '@sweepline/contract';
import { and, asc, desc, eq, ilike, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import { answer } from '../../platform/calls/calls.ts';
import { Refusal } from '../../platform/calls/ctx.ts';
import { paginate, type Draft } from '../../platform/db/paginate.ts';
import { inScope } from '../../platform/db/db.ts';
import { contains, find, visible } from '../../platform/db/page.ts';
import type { throttle } from '../../platform/limits/throttle.ts';
import { accounts } from '../accounts/account-table.ts';
import { companies } from '../companies/company-table.ts';
import { newLinkCode, unlink, useLinkCode } from './chat-user-service.ts';
import { chatUsers } from './chat-user-table.ts';

/** Wrong codes from one address: forty bits want many guesses, and nobody gets them. */
export const linkGuesses = { free: 10, firstMs: 1_000, longestMs: 60_000 };

const { id, app, name, accountId, companyId, linkedAt, unlinkedAt, unlinkedBy } = chatUsers;
const row = {
  ...{ id, app, name, accountId, companyId, linkedAt, unlinkedAt, unlinkedBy },
  state: sql<'LINKED' | 'UNLINKED'>`case when ${unlinkedAt} is null then 'LINKED' else 'UNLINKED' end`,
  username: accounts.username,
  nickname: accounts.nickname,
  companyName: companies.name,
};

const rows = (db: Draft, from = chatUsers) =>
  db
    .select(row)
    .from(from)
    .innerJoin(accounts, eq(accounts.id, chatUsers.accountId))
    .innerJoin(companies, eq(companies.id, chatUsers.companyId))
    .$dynamic();

/** What is asked of the account beside a row is asked of the account itself: the page is cut before accounts are joined to it. */
const ofAccount = sql`(select ${accounts.username} from ${accounts} where ${accounts.id} = ${accountId})`;
const named = (like: string) =>
  sql`${accountId} in (select ${accounts.id} from ${accounts} where ${or(ilike(accounts.username, like), ilike(accounts.nickname, like))})`;

const sorts = { linkedAt, name, username: ofAccount };

function orderOf(sort = '-linkedAt'): SQL[] {
  const column = sorts[sort.replace(/^-/, '') as keyof typeof sorts];
  const way = sort.startsWith('-') ? desc : asc;
  return [way(column), way(id)];
}

export const chatUserAnswers = ({ guesses }: { guesses: ReturnType<typeof throttle> }) =>
  answer(chatUserCalls, {
    list: ({ db }, input) => {
      const like = input.keyword ? contains(input.keyword) : undefined;
      const where = and(
        visible(db, chatUsers),
        input.companyId ? eq(companyId, input.companyId) : undefined,
        input.app ? eq(app, input.app) : undefined,
        input.state && (input.state === 'LINKED' ? isNull(unlinkedAt) : isNotNull(unlinkedAt)),
        like ? or(ilike(name, like), named(like)) : undefined,
      );
      return paginate(db, { table: chatUsers, rows, where, orderBy: orderOf(input.sort), input });
    },

    unlink: async ({ db, now, account }, input) => {
      await find(db, chatUsers, input.id);
      if (!(await unlink(db, now, account.username, input))) throw new Refusal('wrongState');
      return {};
    },

    own: async ({ db, account }) => ({
      list: await rows(db).where(eq(accountId, account.id)).orderBy(desc(linkedAt), desc(id)).limit(99),
    }),

    unlinkOwn: async ({ db, now, account }, input) => {
      const mine = { id: input.id, accountId: account.id };
      if (!(await unlink(db, now, account.username, mine))) throw new Refusal('notFound');
      return {};
    },

    code: async ({ db, now, account }) => await newLinkCode(db, now, account),

    link: async ({ services, now, caller: { address } }, { code, ...who }) => {
      if (guesses.waitMs(address) > 0) throw new Refusal('tooMany');
      const linked = await inScope(services.db, '*', (tx) => useLinkCode(tx, now, code, who));
      if (!linked) {
        guesses.failed(address);
        throw new Refusal('notFound');
      }
      guesses.succeeded(address);
      return linked;
    },

    unlinkByApp: async ({ services, now, caller: { address } }, { secret }) => {
      if (guesses.waitMs(address) > 0) throw new Refusal('tooMany');
      const ended = await inScope(services.db, '*', (tx) => unlink(tx, now, 'messaging app', { secret }));
      if (!ended) {
        guesses.failed(address);
        throw new Refusal('notFound');
      }
      return {};
    },
  });

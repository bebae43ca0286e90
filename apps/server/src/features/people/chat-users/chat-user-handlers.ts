import { chatUserCalls } from '@sweepline/contract';
import { and, desc, eq, ilike, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { paginateTable, type Draft } from '../../../platform/db/paginate.ts';
import { inScope } from '../../../platform/db/db.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { contains, find, visible } from '../../../platform/db/page.ts';
import type { AttemptLimit, AttemptLimits } from '../../../platform/limits/rates/attempt-limits.ts';
import { growingPause } from '../../../platform/limits/rates/throttle.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { newLinkCode, unlink, useLinkCode } from './chat-user-service.ts';
import { chatUsers } from './chat-user-table.ts';

/** The rate limit of wrong codes per address. A code has forty bits of entropy. */
const linkGuesses: AttemptLimit = {
  name: 'chat link codes',
  policy: growingPause({ free: 10, firstMs: 1_000, maxMs: 60_000, resetMs: 15 * 60_000 }),
  keepMs: 15 * 60_000,
};
const guessesOf = (address: string) => [{ limit: linkGuesses, key: address }];

const { id, app, name, accountId, companyId, linkedAt, unlinkedAt, unlinkedBy } = chatUsers;
const row = {
  id,
  app,
  name,
  accountId,
  companyId,
  linkedAt,
  unlinkedAt,
  unlinkedBy,
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

/** A subquery instead of a join: the page is limited before accounts are joined. */
const usernameOf = sql`(select ${accounts.username} from ${accounts} where ${accounts.id} = ${accountId})`;
const accountMatches = (pattern: string) =>
  sql`${accountId} in (select ${accounts.id} from ${accounts} where ${or(ilike(accounts.username, pattern), ilike(accounts.nickname, pattern))})`;

const sortable = { linkedAt, name, username: usernameOf };

export const chatUserAnswers = ({ attempts }: { attempts: AttemptLimits }) =>
  answer(chatUserCalls, {
    list: ({ db }, input) => {
      const pattern = input.keyword ? contains(input.keyword) : undefined;
      const where = and(
        visible(db, chatUsers),
        input.companyId ? eq(companyId, input.companyId) : undefined,
        input.app ? eq(app, input.app) : undefined,
        input.state && (input.state === 'LINKED' ? isNull(unlinkedAt) : isNotNull(unlinkedAt)),
        pattern ? or(ilike(name, pattern), accountMatches(pattern)) : undefined,
      );
      return paginateTable(db, {
        table: chatUsers,
        rows,
        where,
        input,
        orderBy: orderBy(sortable, input.sort ?? '-linkedAt', id),
      });
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
      const own = { id: input.id, accountId: account.id };
      if (!(await unlink(db, now, account.username, own))) throw new Refusal('notFound');
      return {};
    },

    code: async ({ db, now, account }) => await newLinkCode(db, now, account),

    link: async ({ services, now, caller: { address } }, { code, ...appUser }) => {
      const guesses = guessesOf(address);
      // Failures are counted after the check: a messaging app links all its users from one address.
      if ((await attempts.waitMs(guesses)) > 0) throw new Refusal('tooMany');
      const linked = await inScope(services.db, '*', (tx) => useLinkCode(tx, now, code, appUser));
      if (!linked) {
        await attempts.failed(guesses);
        throw new Refusal('notFound');
      }
      await attempts.succeeded(guesses);
      return linked;
    },

    unlinkByApp: async ({ services, now, caller: { address } }, { secret }) => {
      const guesses = guessesOf(address);
      if ((await attempts.waitMs(guesses)) > 0) throw new Refusal('tooMany');
      const ended = await inScope(services.db, '*', (tx) => unlink(tx, now, 'messaging app', { secret }));
      if (!ended) {
        await attempts.failed(guesses);
        throw new Refusal('notFound');
      }
      return {};
    },
  });

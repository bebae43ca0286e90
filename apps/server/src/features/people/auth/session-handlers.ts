import { sessionCalls, signInDays } from '@sweepline/contract';
import { aliasedTable, and, desc, eq, gte, inArray, isNull, ne, or, type SQL } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { counted } from '../../../platform/db/page.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { endSessions, type SessionLimits } from './session-service.ts';
import { sessions } from '../../../entities/people/session-table.ts';
import { signIns } from './sign-in-table.ts';

const dayMs = 86_400_000;
const viewed = aliasedTable(accounts, 'viewed');

/** The caller's live sessions. The current session is always live: the write of its latest use may still be pending. */
const live = ({ account, now }: Ctx, limits: SessionLimits): SQL | undefined => {
  const since = (ms: number) => new Date(now().getTime() - ms).toISOString();
  return and(
    eq(sessions.accountId, account.id),
    isNull(sessions.endedAt),
    or(
      eq(sessions.id, account.sessionId),
      and(gte(sessions.lastSeenAt, since(limits.idleMs)), gte(sessions.createdAt, since(limits.absoluteMs))),
    ),
  );
};

export const sessionAnswers = ({ limits }: { limits: SessionLimits }) =>
  answer(sessionCalls, {
    list: async (ctx, input) => {
      const where = live(ctx, limits);
      const rows = ctx.db
        .select({ session: sessions, viewing: viewed.username })
        .from(sessions)
        .leftJoin(viewed, eq(viewed.id, sessions.viewedId))
        .where(where)
        .orderBy(desc(sessions.createdAt), desc(sessions.id));
      const { list, total } = await paginate(input, rows, counted(ctx.db, sessions, where));
      return {
        list: list.map(({ session, viewing }) => {
          const current = session.id === ctx.account.sessionId;
          return { ...session, viewing, current, ...(current && { lastSeenAt: ctx.now().toISOString() }) };
        }),
        total,
      };
    },

    history: async ({ db, account, now }, { kind, ...input }) => {
      const where = and(
        eq(signIns.accountId, account.id),
        gte(signIns.lastAt, new Date(now().getTime() - signInDays * dayMs).toISOString()),
        kind && inArray(signIns.kind, kind),
      );
      const rows = db.select().from(signIns).where(where).orderBy(desc(signIns.lastAt), desc(signIns.id));
      return await paginate(input, rows, counted(db, signIns, where));
    },

    end: async (ctx, { id }) => {
      const { db, services, now } = ctx;
      const own = and(live(ctx, limits), eq(sessions.id, id));
      const ended = await endSessions(db, services.bus, now, 'SIGNED_OUT', own);
      if (ended === 0) throw new Refusal('notFound');
      return {};
    },

    endOthers: async (ctx) => {
      const { db, services, now, account } = ctx;
      const others = and(live(ctx, limits), ne(sessions.id, account.sessionId));
      return { ended: await endSessions(db, services.bus, now, 'SIGNED_OUT', others) };
    },
  });

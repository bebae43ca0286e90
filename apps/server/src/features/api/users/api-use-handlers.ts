import type { apiUserCalls, Input } from '@sweepline/contract';
import { openDaysKept } from '@sweepline/contract';
import { and, asc, desc, eq, gte, isNotNull, isNull, lte } from 'drizzle-orm';
import { apiRequests } from '../../../entities/api/api-request-table.ts';
import { apiUsage, apiUsers } from '../../../entities/api/api-user-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { counted, find, inValues, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';

const dayMs = 86_400_000;

/** Handlers of what an API user did. */
export const apiUseHandlers = {
  usage: async ({ db, now }: Ctx, { id }: Input<typeof apiUserCalls.usage>) => {
    const { callsPerDay, callsPerSecond } = await find(db, apiUsers, id);
    const first = new Date(now().getTime() - (openDaysKept - 1) * dayMs).toISOString().slice(0, 10);
    const days = await db
      .select({ day: apiUsage.day, group: apiUsage.group, calls: apiUsage.used })
      .from(apiUsage)
      .where(and(eq(apiUsage.userId, id), gte(apiUsage.day, first)))
      .orderBy(asc(apiUsage.day), asc(apiUsage.group));
    return { callsPerDay, callsPerSecond, days };
  },

  requests: async ({ db }: Ctx, input: Input<typeof apiUserCalls.requests>) => {
    const { userId, outcome, problem, from, to, ...page } = input;
    await find(db, apiUsers, userId);
    const where = and(
      visible(db, apiRequests),
      eq(apiRequests.userId, userId),
      outcome === undefined
        ? undefined
        : outcome === 'ANSWERED'
          ? isNull(apiRequests.problem)
          : isNotNull(apiRequests.problem),
      problem && problem.length > 0 ? inValues(apiRequests.problem, problem) : undefined,
      from === undefined ? undefined : gte(apiRequests.at, from),
      to === undefined ? undefined : lte(apiRequests.at, to),
    );
    const rows = db
      .select()
      .from(apiRequests)
      .where(where)
      .orderBy(desc(apiRequests.at), desc(apiRequests.id));
    return await paginate(page, rows, counted(db, apiRequests, where));
  },
};

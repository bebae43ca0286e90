import { endWarningDays, quotaWarning } from '@sweepline/contract';
import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { apiUsage, apiUsers } from '../../../entities/api/api-user-table.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { notify } from '../../people/notices/notice-service.ts';

interface Needs {
  db: Db;
  bus: Bus;
  now: Clock;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** The smallest warning step that has begun: 60, 30 or 7 days before the end. */
const stepOf = (until: string, now: Date) =>
  endWarningDays.findLast((days) => Date.parse(until) - now.getTime() <= days * dayMs);

/** Tells the company of each API user whose validity ends soon, once for each step. */
const tellEnds = ({ db, bus, now }: Needs): Promise<void> =>
  inScope(db, '*', async (tx) => {
    const at = now();
    const horizon = new Date(at.getTime() + Math.max(...endWarningDays) * dayMs).toISOString();
    const { validUntil, revokedAt } = apiUsers;
    const ending = await tx
      .select()
      .from(apiUsers)
      .where(and(isNull(revokedAt), gt(validUntil, at.toISOString()), lte(validUntil, horizon)));
    for (const { id, companyId, name, validUntil: until } of ending) {
      const span = Math.max(1, Math.round((Date.parse(until) - at.getTime()) / minuteMs));
      await notify(tx, bus, now, {
        kind: 'system',
        companyId,
        template: 'apiUserEnds',
        params: { name, span },
        occasion: `api-user/${id}/ends/${until}/${stepOf(until, at)}`,
      });
    }
  });

/** Tells the company of each API user that has used most of a quota of today, once for each day and group. */
const tellQuotas = ({ db, bus, now }: Needs): Promise<void> =>
  inScope(db, '*', async (tx) => {
    const day = now().toISOString().slice(0, 10);
    const used = await tx
      .select({ user: apiUsers, group: apiUsage.group, calls: apiUsage.used })
      .from(apiUsage)
      .innerJoin(apiUsers, eq(apiUsers.id, apiUsage.userId))
      .where(
        and(
          eq(apiUsage.day, day),
          sql`${apiUsage.used} >= ${apiUsers.callsPerDay} * ${quotaWarning}::float8`,
        ),
      );
    for (const { user, group, calls } of used)
      await notify(tx, bus, now, {
        kind: 'system',
        companyId: user.companyId,
        template: 'apiQuotaSoon',
        params: { name: user.name, calls, most: user.callsPerDay },
        occasion: `api-user/${user.id}/quota/${day}/${group}`,
      });
  });

/** Warns before an API user stops: by the end of its validity, or by its quota. */
export async function watchApiUsers(needs: Needs): Promise<void> {
  await tellEnds(needs);
  await tellQuotas(needs);
}

export const apiUserWatchJob = (needs: Needs): Job => ({
  name: 'apiUsers.watch',
  everySeconds: 60,
  run: () => watchApiUsers(needs),
});

import {
  reportSubscriptions,
  subscriptionReaders,
} from '../../features/figures/report-subscriptions/subscription-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { companyIds, people } from '../people.ts';

type Insert<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;

/** Builders of report subscriptions; the default is a daily report of the mall to one address, due in one hour. */
export function subscriptionBuilders(db: Db, now: Clock) {
  const aSubscription = (overrides: Insert<typeof reportSubscriptions> & { to?: string[] } = {}) =>
    inScope(db, '*', async (tx) => {
      const { to = ['reader@example.com'], ...rest } = overrides;
      const at = now().toISOString();
      const row = {
        companyId: companyIds.mall,
        name: 'Morning report',
        accountId: people.mallAdmin.id,
        every: 'DAY' as const,
        weekday: 1,
        monthDay: 1,
        clock: '07:00',
        timezone: 'UTC',
        lang: 'en' as const,
        area: 'M2' as const,
        volume: 'LITRE' as const,
        deviceIds: [],
        enabled: true,
        nextAt: new Date(now().getTime() + 3_600_000).toISOString(),
        createdAt: at,
        updatedAt: at,
        updatedBy: 'test',
        ...rest,
      };
      const [subscription] = await tx.insert(reportSubscriptions).values(row).returning();
      const readers = to.map((address) => ({
        companyId: row.companyId,
        subscriptionId: subscription!.id,
        address,
      }));
      if (readers.length > 0) await tx.insert(subscriptionReaders).values(readers);
      return subscription!;
    });
  return { aSubscription };
}

import type { ApiGroup } from '@sweepline/contract';
import { and, eq, sql } from 'drizzle-orm';
import { apiUsage, type ApiUserRow } from '../../../entities/api/api-user-table.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { newId } from '../../../platform/runtime/ids.ts';

type Quota = Pick<ApiUserRow, 'id' | 'companyId' | 'callsPerDay'>;

/** Calls that this server may make without asking the database. */
interface Lease {
  left: number;
  spent: number;
  /** What the row had left besides the lease. */
  rest: number;
}

export interface QuotaUse {
  isAllowed: boolean;
  /** Calls that are left today, as far as this server knows. */
  left: number;
  /** Seconds until the next day (UTC). */
  resetS: number;
}

/** How long a server keeps a lease; then it gives back what it did not use, and others may have it. */
const leaseMs = 1_000;
const maxLease = 50;
const leaseSize = (callsPerDay: number) => Math.min(maxLease, Math.ceil(callsPerDay / 100));

/**
 * Calls per API user, group and day (UTC), over all servers. A server takes a small lease from the row of the day, so all together
 * never exceed the quota, and most calls do not wait for the row.
 */
export function createDayQuotas(db: Db, now: Clock, fault: (error: unknown) => void) {
  const leases = new Map<string, Lease>();
  /** The last statement per row: a lease waits for the return of the one before it. */
  const pending = new Map<string, Promise<unknown>>();
  const timers = new Map<string, { timer: NodeJS.Timeout; settle: () => Promise<void> }>();

  const inOrder = <T>(place: string, work: () => Promise<T>): Promise<T> => {
    const result = (pending.get(place) ?? Promise.resolve()).then(work, work);
    const settled = result
      .catch(() => {})
      .finally(() => {
        if (pending.get(place) === settled) pending.delete(place);
      });
    pending.set(place, settled);
    return result;
  };

  const settle = (place: string, row: UsageDay) => {
    const lease = leases.get(place);
    leases.delete(place);
    timers.delete(place);
    if (!lease) return Promise.resolve();
    return inOrder(place, () => giveBack(db, row, lease)).catch(fault);
  };

  const open = (place: string, row: UsageDay, quota: Quota) =>
    inOrder(place, async () => {
      const present = leases.get(place);
      if (present && present.left > 0) return;
      const lease = await takeLease(db, row, quota);
      // The lease before it may have been settled meanwhile.
      leases.set(place, { ...lease, spent: leases.get(place)?.spent ?? 0 });
      if (timers.has(place)) return;
      const timer = setTimeout(() => void settle(place, row), leaseMs).unref();
      timers.set(place, { timer, settle: () => settle(place, row) });
    });

  return {
    take: async (quota: Quota, group: ApiGroup): Promise<QuotaUse> => {
      const at = now();
      const day = at.toISOString().slice(0, 10);
      const resetS = Math.ceil((Date.parse(`${day}T00:00:00Z`) + 86_400_000 - at.getTime()) / 1_000);
      const place = `${quota.id} ${group} ${day}`;
      const row = { userId: quota.id, companyId: quota.companyId, group, day };
      for (;;) {
        const lease = leases.get(place);
        if (lease && lease.left > 0) {
          lease.left -= 1;
          lease.spent += 1;
          return { isAllowed: true, left: lease.left + lease.rest, resetS };
        }
        await open(place, row, quota);
        // Others that waited may have used the lease meanwhile; without one the row has nothing left.
        const opened = leases.get(place);
        if (opened && opened.left === 0 && opened.rest === 0) return { isAllowed: false, left: 0, resetS };
      }
    },
    /** Gives back every lease. */
    stop: async (): Promise<void> => {
      const open = [...timers.values()];
      for (const { timer } of open) clearTimeout(timer);
      await Promise.all(open.map((lease) => lease.settle()));
    },
  };
}
export type DayQuotas = ReturnType<typeof createDayQuotas>;

type UsageDay = Pick<typeof apiUsage.$inferSelect, 'userId' | 'companyId' | 'group' | 'day'>;

const ofDay = ({ userId, group, day }: UsageDay) =>
  and(eq(apiUsage.userId, userId), eq(apiUsage.group, group), eq(apiUsage.day, day));

const takeLease = (db: Db, row: UsageDay, { callsPerDay }: Quota) =>
  inScope(db, [row.companyId], async (tx) => {
    await tx
      .insert(apiUsage)
      .values({ ...row, id: newId() })
      .onConflictDoNothing();
    const [usage] = await tx.select({ taken: apiUsage.taken }).from(apiUsage).where(ofDay(row)).for('update');
    const free = Math.max(0, callsPerDay - (usage?.taken ?? 0));
    const left = Math.min(free, leaseSize(callsPerDay));
    if (left > 0)
      await tx
        .update(apiUsage)
        .set({ taken: sql`${apiUsage.taken} + ${left}::int` })
        .where(ofDay(row));
    return { left, rest: free - left };
  });

const giveBack = (db: Db, row: UsageDay, { left, spent }: Lease): Promise<void> =>
  inScope(db, [row.companyId], async (tx) => {
    await tx
      .update(apiUsage)
      .set({ taken: sql`${apiUsage.taken} - ${left}::int`, used: sql`${apiUsage.used} + ${spent}::int` })
      .where(ofDay(row));
  });

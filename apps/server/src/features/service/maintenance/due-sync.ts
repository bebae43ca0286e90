import { asc, eq, lte } from 'drizzle-orm';
import { inScope, type Db } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { maintenancePlans } from './maintenance-plan-table.ts';
import { syncPlan } from './plan-robots.ts';

export interface DueJob {
  db: Db;
  bus: Bus;
  now: Clock;
}

/** The rows that failed in one run, by plan and robot, so that the page of jobs names them. */
export type Failures = Map<string, unknown>;

const syncEveryMs = 3_600_000;
const inAnHour = (now: Date) => new Date(now.getTime() + syncEveryMs).toISOString();

/** Compares one plan with its targets: robots come and go with their group, site and company. A plan that fails waits an hour. */
export const syncNext = async ({ db, now }: DueJob, failures: Failures): Promise<number> => {
  let chosen: string | undefined;
  try {
    return await inScope(db, '*', async (tx) => {
      const [plan] = await tx
        .select()
        .from(maintenancePlans)
        .where(lte(maintenancePlans.syncAt, now().toISOString()))
        .orderBy(asc(maintenancePlans.syncAt))
        .limit(1)
        .for('update', { skipLocked: true });
      if (!plan) return 0;
      chosen = plan.id;
      await syncPlan(tx, plan, { now, isChanged: false });
      const syncAt = plan.active ? inAnHour(now()) : null;
      await tx.update(maintenancePlans).set({ syncAt }).where(eq(maintenancePlans.id, plan.id));
      return 1;
    });
  } catch (error) {
    // Without a plan it is the database, not the plan.
    if (chosen === undefined) throw error;
    const id = chosen;
    failures.set(`plan ${id}`, error);
    await inScope(db, '*', (tx) =>
      tx
        .update(maintenancePlans)
        .set({ syncAt: inAnHour(now()) })
        .where(eq(maintenancePlans.id, id)),
    );
    return 1;
  }
};

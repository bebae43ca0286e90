import { permissions } from '@sweepline/contract';
import { and, asc, eq, lte } from 'drizzle-orm';
import type { Bus } from '../../../platform/socket/bus.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import { inValues } from '../../../platform/db/page.ts';
import { devices, vehicleColumns } from '../../../entities/devices/device-table.ts';
import { scopeOfPlanner } from '../../people/auth/planner-scope-service.ts';
import { runRollout } from './rollout-work.ts';
import { rolloutDevices, settingsRollouts } from './settings-rollout-table.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';

/** Starts one due rollout in one transaction: a crash leaves it started or unchanged. Returns whether there was one. */
const startOne = (db: Db, bus: Bus, now: Clock): Promise<boolean> =>
  inScope(db, '*', async (tx) => {
    const [rollout] = await tx
      .select()
      .from(settingsRollouts)
      .where(and(eq(settingsRollouts.state, 'SCHEDULED'), lte(settingsRollouts.dueAt, now().toISOString())))
      .orderBy(asc(settingsRollouts.dueAt))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!rollout) return false;
    const reach = await scopeOfPlanner(tx, rollout.accountId, permissions.groupSync);
    if (reach === null) {
      await tx
        .update(settingsRollouts)
        .set({ state: 'CANCELED', canceledBy: '' })
        .where(eq(settingsRollouts.id, rollout.id));
      return true;
    }
    const { id, companyId } = devices;
    const targets = await tx
      .select({ id, companyId, ...vehicleColumns })
      .from(rolloutDevices)
      .innerJoin(devices, eq(id, rolloutDevices.deviceId))
      .where(
        and(eq(rolloutDevices.rolloutId, rollout.id), reach === '*' ? undefined : inValues(companyId, reach)),
      );
    await tx.update(rolloutDevices).set({ result: 'GONE' }).where(eq(rolloutDevices.rolloutId, rollout.id));
    await runRollout({ db: tx, now, bus }, rollout, targets);
    return true;
  });

/** Starts all due rollouts. */
export async function startDueRollouts(db: Db, bus: Bus, now: Clock): Promise<void> {
  while (await startOne(db, bus, now));
}

/** Starts due rollouts. Runs take row locks. */
export const rolloutStartJob = (db: Db, bus: Bus, now: Clock): Job => ({
  name: 'rollouts.start',
  everySeconds: 5,
  mayOverlap: true,
  run: () => startDueRollouts(db, bus, now),
});

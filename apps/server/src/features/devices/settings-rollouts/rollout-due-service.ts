import { everything, permissions } from '@sweepline/contract';
import { and, asc, eq, lte } from 'drizzle-orm';
import type { Bus } from '../../../platform/socket/bus.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { inScope, type Db, type Scope, type Tx } from '../../../platform/db/db.ts';
import { inValues } from '../../../platform/db/page.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { blockedReason } from '../../people/auth/account-status-service.ts';
import { scopeOf } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { devices, vehicleColumns } from '../../../entities/devices/device-table.ts';
import { roles } from '../../../entities/people/role-table.ts';
import { runRollout } from './rollout-work.ts';
import { rolloutDevices, settingsRollouts } from './settings-rollout-table.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';

/** The current scope of the rollout's account; null if it may no longer start rollouts. */
async function scopeOfPlanner(all: Tx, accountId: string): Promise<Scope | null> {
  const [planner] = await all
    .select({ account: accounts, company: companies, permissionCodes: roles.permissions })
    .from(accounts)
    .innerJoin(companies, eq(companies.id, accounts.companyId))
    .leftJoin(roles, eq(roles.id, accounts.roleId))
    .where(eq(accounts.id, accountId));
  if (!planner || (await blockedReason(all, planner))) return null;
  const codes = planner.permissionCodes ?? [];
  const mayStart =
    planner.account.roleType === 1 || codes.includes(everything) || codes.includes(permissions.groupSync);
  return mayStart ? await scopeOf(all, planner.account, planner.company) : null;
}

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
    const reach = await scopeOfPlanner(tx, rollout.accountId);
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

import { everything, permissions } from '@sweepline/contract';
import { and, asc, eq, lte } from 'drizzle-orm';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db, type Scope, type Tx } from '../../platform/db/db.ts';
import { inValues } from '../../platform/db/page.ts';
import { repeatedly } from '../../platform/runtime/repeatedly.ts';
import { accounts } from '../accounts/account-table.ts';
import { blockedReason } from '../auth/account-status-service.ts';
import { scopeOf } from '../companies/company-service.ts';
import { companies } from '../companies/company-table.ts';
import { devices } from '../devices/device-table.ts';
import { roles } from '../roles/role-table.ts';
import { carryOut } from './rollout-work.ts';
import { rolloutDevices, settingsRollouts } from './settings-rollout-table.ts';

const everyMs = 5_000;

/** The companies whoever planned it sees today; null when they may not do it any more. */
async function reachOf(all: Tx, accountId: string): Promise<Scope | null> {
  const [found] = await all
    .select({ account: accounts, company: companies, held: roles.permissions })
    .from(accounts)
    .innerJoin(companies, eq(companies.id, accounts.companyId))
    .leftJoin(roles, eq(roles.id, accounts.roleId))
    .where(eq(accounts.id, accountId));
  if (!found || (await blockedReason(all, found))) return null;
  const held = found.held ?? [];
  const may =
    found.account.roleType === 1 || held.includes(everything) || held.includes(permissions.groupSync);
  return may ? await scopeOf(all, found.account, found.company) : null;
}

/** Begins one rollout that is due, in one transaction: after a crash it has begun wholly or not at all. Answers whether there was one. */
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
    const reach = await reachOf(tx, rollout.accountId);
    if (reach === null) {
      await tx
        .update(settingsRollouts)
        .set({ state: 'CANCELED', canceledBy: '' })
        .where(eq(settingsRollouts.id, rollout.id));
      return true;
    }
    const { id, companyId, model } = devices;
    const targets = await tx
      .select({ id, companyId, model })
      .from(rolloutDevices)
      .innerJoin(devices, eq(id, rolloutDevices.deviceId))
      .where(
        and(eq(rolloutDevices.rolloutId, rollout.id), reach === '*' ? undefined : inValues(companyId, reach)),
      );
    await tx.update(rolloutDevices).set({ result: 'GONE' }).where(eq(rolloutDevices.rolloutId, rollout.id));
    await carryOut({ db: tx, now, bus }, rollout, targets);
    return true;
  });

/** Begins every rollout that is due. */
export async function startDueRollouts(db: Db, bus: Bus, now: Clock): Promise<void> {
  while (await startOne(db, bus, now));
}

/** Looks for rollouts that are due until stopped; what was due while the server was down is begun at its start. */
export const startRolloutStarter = (db: Db, bus: Bus, now: Clock, onError: (error: unknown) => void) =>
  repeatedly(() => startDueRollouts(db, bus, now), { everyMs }, onError);

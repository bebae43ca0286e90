import { can, type Vehicle } from '@sweepline/contract/robot';
import { and, eq } from 'drizzle-orm';
import type { Bus } from '../../../platform/socket/bus.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { desireSettings, settingsFor, type DesireResult } from '../settings/device-settings-service.ts';
import { profileUses, rolloutDevices, settingsRollouts } from './settings-rollout-table.ts';

type Rollout = typeof settingsRollouts.$inferSelect;
interface Target extends Vehicle {
  id: string;
  companyId: string;
}
interface RolloutDeps {
  db: Tx;
  now: Clock;
  bus: Bus;
}

const storedResults: Record<DesireResult['result'], (typeof rolloutDevices.$inferSelect)['result']> = {
  DONE: 'SENT',
  NOTHING: 'SAME',
  REFUSED: 'REFUSED',
  GONE: 'GONE',
};

/** Sets the desired settings of each target and stores the results, in the caller's transaction. */
export async function runRollout(
  deps: RolloutDeps,
  rollout: Rollout,
  targets: readonly Target[],
): Promise<void> {
  const { db, now } = deps;
  const fit = targets.filter((target) => target.model === rollout.model && can(target, 'settings'));
  const results = await desireSettings(
    deps,
    fit.map(({ id }) => id),
    {
      origin: 'GROUP',
      by: rollout.by,
      values: ({ model, catalogue }) => settingsFor(model, rollout.values, catalogue),
    },
  );
  await db
    .update(settingsRollouts)
    .set({ state: 'STARTED', startedAt: now().toISOString() })
    .where(eq(settingsRollouts.id, rollout.id));
  for (const { id } of targets) {
    const outcome = results.get(id);
    await db
      .update(rolloutDevices)
      .set({
        result: outcome ? storedResults[outcome.result] : 'OTHER_MODEL',
        version: outcome && 'version' in outcome ? outcome.version : null,
        faults: outcome?.result === 'REFUSED' ? Object.keys(outcome.faults) : [],
      })
      .where(and(eq(rolloutDevices.rolloutId, rollout.id), eq(rolloutDevices.deviceId, id)));
  }
  const applied = fit.filter(({ id }) => ['DONE', 'NOTHING'].includes(results.get(id)?.result ?? ''));
  if (rollout.kind === 'PROFILE') await noteUses(deps, rollout, applied);
}

/** Stores the applied values: drift is computed against them. */
async function noteUses({ db, now }: RolloutDeps, rollout: Rollout, targets: readonly Target[]) {
  const use = {
    profileId: rollout.profileId,
    profileName: rollout.sourceName,
    profileVersion: rollout.profileVersion ?? 1,
    values: rollout.values,
    appliedAt: now().toISOString(),
    appliedBy: rollout.by,
  };
  for (const { id: deviceId, companyId } of targets)
    await db
      .insert(profileUses)
      .values({ companyId, deviceId, ...use })
      .onConflictDoUpdate({ target: profileUses.deviceId, set: { companyId, ...use } });
}

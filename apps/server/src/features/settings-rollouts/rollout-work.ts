import { can } from '@sweepline/contract/robot';
import { and, eq } from 'drizzle-orm';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import {
  desireSettings,
  settingsFor,
  type DesireResult,
} from '../device-settings/device-settings-service.ts';
import { profileUses, rolloutDevices, settingsRollouts } from './settings-rollout-table.ts';

type Rollout = typeof settingsRollouts.$inferSelect;
interface Target {
  id: string;
  companyId: string;
  model: string;
}
interface Needs {
  db: Tx;
  now: Clock;
  bus: Bus;
}

const told: Record<DesireResult['result'], (typeof rolloutDevices.$inferSelect)['result']> = {
  DONE: 'SENT',
  NOTHING: 'SAME',
  REFUSED: 'REFUSED',
  GONE: 'GONE',
};

/** Carries a rollout out: what each of these devices is now wished to have, and what became of it, in one transaction. */
export async function carryOut(needs: Needs, rollout: Rollout, targets: readonly Target[]): Promise<void> {
  const { db, now } = needs;
  const fit = targets.filter(({ model }) => model === rollout.model && can(model, 'settings'));
  const results = await desireSettings(
    needs,
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
    const one = results.get(id);
    await db
      .update(rolloutDevices)
      .set({
        result: one ? told[one.result] : 'OTHER_MODEL',
        version: one && 'version' in one ? one.version : null,
        faults: one?.result === 'REFUSED' ? Object.keys(one.faults) : [],
      })
      .where(and(eq(rolloutDevices.rolloutId, rollout.id), eq(rolloutDevices.deviceId, id)));
  }
  const taken = fit.filter(({ id }) => ['DONE', 'NOTHING'].includes(results.get(id)?.result ?? ''));
  if (rollout.kind === 'PROFILE') await noteUses(needs, rollout, taken);
}

/** From now on drift is told against this profile, as it was when it was applied. */
async function noteUses({ db, now }: Needs, rollout: Rollout, targets: readonly Target[]) {
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

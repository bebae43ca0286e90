import { permissions } from '@sweepline/contract';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { voiceRolloutDevices, voiceRollouts, voiceUses } from '../../../entities/brand/voice-set-table.ts';
import { deviceSections } from '../../../entities/devices/device-settings-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import { inValues } from '../../../platform/db/page.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { settingsSection } from '../../devices/settings/section-service.ts';
import { scopeOfPlanner } from '../../people/auth/planner-scope-service.ts';
import { factsOf, voiceRows } from './voice-facts.ts';
import { desireSounds, runVoiceRollout } from './voice-rollout-work.ts';

interface DueDeps {
  db: Db;
  bus: Bus;
  now: Clock;
}

/** Starts one due rollout in one transaction: a crash leaves it started or unchanged. Returns whether there was one. */
const startOne = ({ db, bus, now }: DueDeps): Promise<boolean> =>
  inScope(db, '*', async (tx) => {
    const [rollout] = await tx
      .select()
      .from(voiceRollouts)
      .where(and(eq(voiceRollouts.state, 'SCHEDULED'), lte(voiceRollouts.dueAt, now().toISOString())))
      .orderBy(asc(voiceRollouts.dueAt))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!rollout) return false;
    const reach = await scopeOfPlanner(tx, rollout.accountId, permissions.audioRollOut);
    if (reach === null) {
      await tx
        .update(voiceRollouts)
        .set({ state: 'CANCELED', canceledBy: '' })
        .where(eq(voiceRollouts.id, rollout.id));
      return true;
    }
    const isTarget = sql`${devices.id} in (select ${voiceRolloutDevices.deviceId} from ${voiceRolloutDevices}
      where ${voiceRolloutDevices.rolloutId} = ${rollout.id})`;
    const isInReach = reach === '*' ? undefined : inValues(devices.companyId, reach);
    const targets = await voiceRows(tx, and(isTarget, isInReach));
    await runVoiceRollout({ db: tx, now, bus }, rollout, targets);
    return true;
  });

const languageOf = sql`coalesce(${deviceSections.document} ->> 'language', ${deviceSections.reportedDocument} ->> 'language', '')`;

/** A robot that speaks another language now gets the files of that language. Returns whether there was one. */
const followOne = ({ db, bus, now }: DueDeps): Promise<boolean> =>
  inScope(db, '*', async (tx) => {
    const [use] = await tx
      .select({ use: voiceUses })
      .from(voiceUses)
      .innerJoin(
        deviceSections,
        and(eq(deviceSections.deviceId, voiceUses.deviceId), eq(deviceSections.name, settingsSection)),
      )
      .where(sql`${languageOf} <> ${voiceUses.language}`)
      .limit(1)
      .for('update', { of: voiceUses, skipLocked: true });
    if (!use) return false;
    const { deviceId, sounds, appliedBy } = use.use;
    const [row] = await voiceRows(tx, eq(devices.id, deviceId));
    const language = row ? (factsOf(row).language ?? '') : '';
    if (row?.use) await desireSounds({ db: tx, now, bus }, row, sounds, appliedBy);
    await tx.update(voiceUses).set({ language }).where(eq(voiceUses.deviceId, deviceId));
    return true;
  });

/** Starts the rollouts that are due, and follows robots to another language. */
export async function advanceVoices(deps: DueDeps): Promise<void> {
  while (await startOne(deps));
  while (await followOne(deps));
}

/** Runs take row locks. */
export const voiceRolloutJob = (deps: DueDeps): Job => ({
  name: 'voices.start',
  everySeconds: 5,
  mayOverlap: true,
  run: () => advanceVoices(deps),
});

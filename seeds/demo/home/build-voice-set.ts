import { eq } from 'drizzle-orm';
import {
  voiceRolloutDevices,
  voiceRollouts,
  voiceSetItems,
  voiceSets,
} from '../../../apps/server/src/entities/brand/voice-set-table.ts';
import { devices } from '../../../apps/server/src/entities/devices/device-table.ts';
import { accounts } from '../../../apps/server/src/entities/people/account-table.ts';
import { voiceRows } from '../../../apps/server/src/features/brand/voice-sets/voice-facts.ts';
import { findVoiceSource } from '../../../apps/server/src/features/brand/voice-sets/voice-rollout-source.ts';
import { runVoiceRollout } from '../../../apps/server/src/features/brand/voice-sets/voice-rollout-work.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { newId } from '../../../apps/server/src/platform/runtime/ids.ts';
import { localBus } from '../../../apps/server/src/platform/socket/bus.ts';

/** The chime of each slot. They have no words, so one language is enough. */
const chimes = {
  START: 'Start',
  FINISH: 'Finished',
  OBSTACLE: 'Please make way',
  LOW_BATTERY: 'Battery low',
};
const by = 'admin';

/** One set of the provider with its chimes, rolled out to every robot that is in service. */
export async function buildVoiceSet(
  tx: Tx,
  now: () => Date,
  companyId: string,
  audioIdOf: ReadonlyMap<string, string>,
): Promise<void> {
  const at = now().toISOString();
  const setId = newId();
  const stamp = { createdAt: at, updatedAt: at, updatedBy: by };
  await tx.insert(voiceSets).values({ id: setId, companyId, name: 'Glockenspiel', ...stamp });
  await tx.insert(voiceSetItems).values(
    Object.entries(chimes).map(([slot, name]) => ({
      companyId,
      setId,
      language: 'en' as const,
      slot,
      audioId: audioIdOf.get(name)!,
    })),
  );
  const [account] = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.username, by));
  const source = await findVoiceSource(tx, setId);
  const planned = { state: 'SCHEDULED' as const, createdAt: at, accountId: account!.id, by };
  const [rollout] = await tx
    .insert(voiceRollouts)
    .values({ companyId, ...source, ...planned })
    .returning();
  const targets = await voiceRows(tx, eq(devices.binding, 'ACTIVATED'));
  await tx.insert(voiceRolloutDevices).values(
    targets.map(({ device }) => ({
      companyId: device.companyId,
      rolloutId: rollout!.id,
      deviceId: device.id,
    })),
  );
  await runVoiceRollout({ db: tx, now, bus: localBus(() => {}) }, rollout!, targets);
}

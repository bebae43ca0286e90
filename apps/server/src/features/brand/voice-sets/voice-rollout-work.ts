import { eq } from 'drizzle-orm';
import {
  voiceRollouts,
  voiceUses,
  type RolledSound,
  type VoiceRolloutRow,
} from '../../../entities/brand/voice-set-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import {
  announceSections,
  audioSectionName,
  changeSection,
  hashOf,
  lockSection,
} from '../../devices/settings/section-service.ts';
import { documentOf, soundsFor } from './sound-rules.ts';
import { factsOf, type VoiceRow } from './voice-facts.ts';

interface VoiceDeps {
  db: Tx;
  now: Clock;
  bus: Bus;
}

/** Sets the section `audio` of a robot to what it needs of these sounds in its language. Nothing is sent if it has that already. */
export async function desireSounds(
  deps: VoiceDeps,
  row: VoiceRow,
  sounds: readonly RolledSound[],
  by: string,
): Promise<void> {
  const { db, bus } = deps;
  const { device } = row;
  const facts = factsOf(row);
  const document = { ...documentOf(soundsFor(sounds, facts.language, facts.slots)) };
  const section = await lockSection(deps, device, audioSectionName);
  if (section.version === 0 && document.items.length === 0) return;
  // A robot that failed gets the same document again, because its files may be there now.
  if (section.hash === hashOf(document) && section.state !== 'SYNC_FAILED') return;
  const event = { kind: 'edited' as const, document };
  await changeSection(deps, device, audioSectionName, event, { origin: 'GROUP', by });
  db.afterCommit(() => announceSections(bus, device.id));
}

/** Brings a rollout to its robots, in the caller's transaction. Locks follow the ids, which prevents deadlocks. */
export async function runVoiceRollout(
  deps: VoiceDeps,
  rollout: VoiceRolloutRow,
  targets: readonly VoiceRow[],
): Promise<void> {
  const { db, now } = deps;
  const at = now().toISOString();
  await db
    .update(voiceRollouts)
    .set({ state: 'STARTED', startedAt: at })
    .where(eq(voiceRollouts.id, rollout.id));
  for (const row of targets.toSorted((a, b) => (a.device.id < b.device.id ? -1 : 1))) {
    const facts = factsOf(row);
    if (!facts.takes) continue;
    await desireSounds(deps, row, rollout.sounds, rollout.by);
    const { id: deviceId, companyId } = row.device;
    await db.delete(voiceUses).where(eq(voiceUses.deviceId, deviceId));
    if (rollout.isOwn) continue;
    await db.insert(voiceUses).values({
      companyId,
      deviceId,
      setId: rollout.setId,
      setName: rollout.setName,
      setVersion: rollout.setVersion,
      sounds: rollout.sounds,
      language: facts.language ?? '',
      appliedAt: at,
      appliedBy: rollout.by,
    });
  }
}

import { eq, sql } from 'drizzle-orm';
import { voiceSetItems, voiceSets } from '../../../entities/brand/voice-set-table.ts';
import { deviceSections } from '../../../entities/devices/device-settings-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import type { Tx } from '../../../platform/db/db.ts';

/** Names of a refusal; the rest is counted. */
const maxNames = 10;

/**
 * What uses a sound: sets, and robots whose section names its file. Companies below use files of a company above it, so all of
 * them count; a caller who deletes a file sees those companies.
 */
export async function usesOfSound(db: Tx, sound: { id: string; fileId: string }): Promise<string[]> {
  const sets = await db
    .selectDistinct({ name: voiceSets.name })
    .from(voiceSetItems)
    .innerJoin(voiceSets, eq(voiceSets.id, voiceSetItems.setId))
    .where(eq(voiceSetItems.audioId, sound.id));
  const named = JSON.stringify({ items: [{ fileId: sound.fileId }] });
  const robots = await db
    .selectDistinct({ name: devices.nickname, sn: devices.sn })
    .from(deviceSections)
    .innerJoin(devices, eq(devices.id, deviceSections.deviceId))
    .where(sql`${deviceSections.name} = 'audio' and ${deviceSections.document} @> ${named}::jsonb`);
  const names = [...sets.map(({ name }) => name), ...robots.map(({ name, sn }) => name || sn)];
  return names.length > maxNames ? [...names.slice(0, maxNames), `+${names.length - maxNames}`] : names;
}

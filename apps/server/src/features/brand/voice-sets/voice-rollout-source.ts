import type { VoicePreview } from '@sweepline/contract';
import { voiceSets, type RolledSound } from '../../../entities/brand/voice-set-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { wrongField } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, inValues } from '../../../platform/db/page.ts';
import { soundsFor } from './sound-rules.ts';
import { factsOf, voiceRows, type VoiceRow } from './voice-facts.ts';
import { itemsOf } from './voice-set-rows.ts';

/** What a rollout brings to robots. Without a set they play their own sounds again. */
export interface VoiceSource {
  isOwn: boolean;
  setId: string | null;
  setName: string;
  setVersion: number;
  sounds: RolledSound[];
}

/** The files of a set with their hashes as they are now. */
export async function findVoiceSource(db: Tx, id: string | null): Promise<VoiceSource> {
  if (id === null) return { isOwn: true, setId: null, setName: '', setVersion: 0, sounds: [] };
  const { name, version } = await find(db, voiceSets, id);
  const items = await itemsOf(db, id);
  const files = await db
    .select({ id: storedFiles.id, sha256: storedFiles.sha256 })
    .from(storedFiles)
    .where(
      inValues(
        storedFiles.id,
        items.map(({ file }) => file.id),
      ),
    );
  const sounds = items.flatMap(({ language, slot, audio, file }) => {
    const sha256 = files.find((stored) => stored.id === file.id)?.sha256;
    if (sha256 === undefined) return [];
    const { name: fileName, bytes } = audio;
    return [{ language, slot, name: fileName, fileId: file.id, sha256, bytes, format: file.format }];
  });
  return { isOwn: false, setId: id, setName: name, setVersion: version, sounds };
}

/** The visible targets. Refuses all of them if one is missing. */
export async function findVoiceTargets(db: Tx, targetIds: readonly string[]): Promise<VoiceRow[]> {
  const ids = [...new Set(targetIds)];
  const rows = await voiceRows(db, inValues(devices.id, ids));
  if (rows.length < ids.length) throw wrongField('targetIds', 'NO_SUCH_DEVICE');
  return rows;
}

/** The effect of a rollout on one robot. */
export function voicePreviewOf({ sounds }: VoiceSource, row: VoiceRow): VoicePreview {
  const { id, nickname, sn, model } = row.device;
  const facts = factsOf(row);
  const robot = {
    id,
    nickname,
    sn,
    model,
    state: row.state ?? ('OFFLINE' as const),
    language: facts.language,
  };
  if (!facts.takes) return { ...robot, verdict: 'UNSUPPORTED', differences: [], missing: [] };
  const chosen = soundsFor(sounds, facts.language, facts.slots);
  const nameOf = (sha256: string) => facts.names.get(sha256) ?? sha256.slice(0, 8);
  const differences = facts.slots.flatMap((slot) => {
    const before = facts.section?.items.find((item) => item.slot === slot);
    const after = chosen.find((sound) => sound.slot === slot);
    if (before?.sha256 === after?.sha256) return [];
    return [{ slot, before: before ? nameOf(before.sha256) : '', after: after?.name ?? '' }];
  });
  const missing = [...new Set(sounds.map(({ slot }) => slot))].filter((slot) => !facts.slots.includes(slot));
  return { ...robot, verdict: differences.length > 0 ? 'DIFFERENT' : 'SAME', differences, missing };
}

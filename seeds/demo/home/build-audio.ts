import { audioFiles, customAudio } from '../../../apps/server/src/entities/brand/custom-audio-table.ts';
import { measure } from '../../../apps/server/src/platform/sound/sound-facts.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { storeFile, type FileStore } from '../../../apps/server/src/platform/files/files.ts';
import type { CompanyKey } from '../people.ts';
import { buildVoiceSet } from './build-voice-set.ts';

const sampleRate = 22_050;
const noteSeconds = 0.28;

/** Chimes as frequencies in hertz, one note after the other. */
const chimes = [
  { company: 'provider', name: 'Start', type: 'PROMPT', audience: 'ALL', notes: [523, 659, 784] },
  { company: 'provider', name: 'Finished', type: 'PROMPT', audience: 'ALL', notes: [784, 659, 523] },
  { company: 'provider', name: 'Please make way', type: 'PROMPT', audience: 'ALL', notes: [880, 0, 880] },
  { company: 'provider', name: 'Battery low', type: 'PROMPT', audience: 'ALL', notes: [440, 330] },
  {
    company: 'rhein',
    name: 'Jingle',
    type: 'PROMOTION',
    audience: 'TERMINAL',
    notes: [523, 587, 659, 784, 659, 784, 880, 1_047],
  },
] as const;

/** A WAV of 16 bits with one channel: each note begins loud and fades. */
function wavOf(notes: readonly number[]): Buffer {
  const length = Math.round(noteSeconds * sampleRate);
  const data = Buffer.alloc(notes.length * length * 2);
  for (const [number, hertz] of notes.entries()) {
    for (let at = 0; at < length; at++) {
      const value = 0.4 * Math.exp((-4 * at) / length) * Math.sin((2 * Math.PI * hertz * at) / sampleRate);
      data.writeInt16LE(Math.round(value * 32_767), (number * length + at) * 2);
    }
  }
  const header = Buffer.from('RIFF____WAVEfmt ________________data____', 'latin1');
  const head = Buffer.concat([header, Buffer.alloc(4)]);
  head.writeUInt32LE(36 + data.length, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** Chimes of the provider for every company, and the jingle of an agent for its customers. */
export async function buildAudio(
  tx: Tx,
  files: FileStore,
  now: () => Date,
  companyIds: Record<CompanyKey, string>,
): Promise<void> {
  const at = now().toISOString();
  const idOf = new Map<string, string>();
  for (const { company, name, type, audience, notes } of chimes) {
    const companyId = companyIds[company];
    const content = wavOf(notes);
    const facts = await measure({ bytes: content, seconds: 60 });
    const sound = { companyId, kind: audioFiles, name: `${name}.wav`, mediaType: 'audio/wav', content };
    const { id: fileId, bytes } = await storeFile(tx, files, now, sound);
    const stamp = { createdAt: at, updatedAt: at, updatedBy: 'system' };
    const [row] = await tx
      .insert(customAudio)
      .values({ companyId, name, soundType: type, audience, fileId, bytes, ...facts, ...stamp })
      .returning({ id: customAudio.id });
    idOf.set(name, row!.id);
  }
  await buildVoiceSet(tx, now, companyIds.provider, idOf);
}

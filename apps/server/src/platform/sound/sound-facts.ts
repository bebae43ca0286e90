import { waveformPoints, type CustomAudio } from '@sweepline/contract';
import { Refusal } from '../calls/ctx.ts';
import { loudnessOf, peakLevelOf, waveformOf } from './loudness.ts';
import { isMp3, readMp3 } from './mp3-reader.ts';
import { secondsOf, type Sound, type SoundLimits } from './sound.ts';
import { isWav, readWav } from './wav-reader.ts';

export interface AudioOrder extends SoundLimits {
  bytes: Uint8Array;
}

export type AudioFacts = Pick<
  CustomAudio,
  'format' | 'seconds' | 'sampleRate' | 'channels' | 'loudness' | 'peak' | 'waveform'
>;

const round = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);

/** Decodes a file by its content, whatever its name says. */
export async function readSound({
  bytes,
  seconds,
}: AudioOrder): Promise<{ format: 'MP3' | 'WAV'; sound: Sound }> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isWav(file)) return { format: 'WAV', sound: readWav(file, { seconds }) };
  if (isMp3(file)) return { format: 'MP3', sound: await readMp3(file, { seconds }) };
  throw new Refusal('fileFormat');
}

export const factsOf = (sound: Sound, format: 'MP3' | 'WAV'): AudioFacts => ({
  format,
  seconds: Math.round(secondsOf(sound) * 100) / 100,
  sampleRate: sound.sampleRate,
  channels: sound.channels.length,
  loudness: round(loudnessOf(sound)),
  peak: round(peakLevelOf(sound)),
  waveform: waveformOf(sound, waveformPoints),
});

/** Decodes and measures a file. */
export async function measure(order: AudioOrder): Promise<AudioFacts> {
  const { format, sound } = await readSound(order);
  return factsOf(sound, format);
}

import { waveformPoints, type CustomAudio } from '@sweepline/contract';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { loudnessOf, peakLevelOf, waveformOf } from './loudness.ts';
import { isMp3, readMp3 } from './mp3-reader.ts';
import { secondsOf, type SoundLimits } from './sound.ts';
import { isWav, readWav } from './wav-reader.ts';

export interface AudioOrder extends SoundLimits {
  bytes: Uint8Array;
}

export type AudioFacts = Pick<
  CustomAudio,
  'format' | 'seconds' | 'sampleRate' | 'channels' | 'loudness' | 'peak' | 'waveform'
>;

const round = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);

/** Decodes a file by its content, whatever its name says, and measures it. */
export async function measure({ bytes, seconds }: AudioOrder): Promise<AudioFacts> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = isWav(file) ? 'WAV' : isMp3(file) ? 'MP3' : undefined;
  if (!format) throw new Refusal('fileFormat');
  const sound = format === 'WAV' ? readWav(file, { seconds }) : await readMp3(file, { seconds });
  return {
    format,
    seconds: Math.round(secondsOf(sound) * 100) / 100,
    sampleRate: sound.sampleRate,
    channels: sound.channels.length,
    loudness: round(loudnessOf(sound)),
    peak: round(peakLevelOf(sound)),
    waveform: waveformOf(sound, waveformPoints),
  };
}

import { audioLimits, type AudioType } from '@sweepline/contract';
import { createWorkerQueue } from '../../../platform/runtime/worker-queue.ts';
import type { AudioFacts, AudioOrder } from '../../../platform/sound/sound-facts.ts';

/** Decoding an untrusted file takes memory and processor time, so a thread does it and ends after use. */
const thread = createWorkerQueue<AudioOrder, AudioFacts>(new URL('./audio-worker.ts', import.meta.url), {
  memoryMb: 256,
  idleMs: 30_000,
  maxWaiting: 20,
  maxMs: 20_000,
});

/** Format, length, loudness and waveform of a sound. Refuses what is neither MP3 nor WAV, damaged or too long for its type. */
export const measureAudio = (bytes: Uint8Array, type: AudioType): Promise<AudioFacts> =>
  thread.ask({ bytes, seconds: audioLimits.seconds[type] });

import { limited, truePeakOf } from './limiter.ts';
import { loudnessOf, peakLevelOf } from './loudness.ts';
import { monoOf, resampled } from './resample.ts';
import type { Sound } from './sound.ts';

/** What robots get: 16-bit mono at this rate, this loud, and below this peak. */
const evenSound = { sampleRate: 22_050, lufs: -18, peakDb: -1 } as const;

/** Below it is silence, in dBFS. */
const silenceDb = -50;
/** Silence that stays before and after, in seconds. */
const marginS = 0.05;
const limiterS = 0.005;
/** A sound of less than 0.4 s has no loudness. */
const shortPeakDb = -3;
const rounds = 4;
/** A difference that is not heard, in LU. */
const enough = 0.1;

const factorOf = (decibels: number) => 10 ** (decibels / 20);
const scaled = (samples: Float32Array, factor: number) => samples.map((sample) => sample * factor);

/** Without the silence at both ends; empty if all of it is silent. */
function trimmed(samples: Float32Array, sampleRate: number): Float32Array {
  const level = factorOf(silenceDb);
  const isHeard = (sample: number) => Math.abs(sample) > level;
  const first = samples.findIndex(isHeard);
  if (first < 0) return new Float32Array();
  const margin = Math.round(marginS * sampleRate);
  return samples.slice(Math.max(0, first - margin), samples.findLastIndex(isHeard) + margin + 1);
}

/**
 * One channel of even loudness without silence at its ends; undefined for a silent sound. A gain alone would lift the peaks of speech
 * over full scale, so a limiter holds them, and what it takes away is added again.
 */
export function evenLoudness(sound: Sound): Sound | undefined {
  const { sampleRate, lufs, peakDb } = evenSound;
  const width = Math.round(limiterS * sampleRate);
  const samples = trimmed(resampled(monoOf(sound), sound.sampleRate, sampleRate), sampleRate);
  const soundOf = (channel: Float32Array): Sound => ({ sampleRate, channels: [channel] });
  const peak = peakLevelOf(soundOf(samples));
  if (samples.length === 0 || peak === null) return undefined;
  if (loudnessOf(soundOf(samples)) === null) return soundOf(scaled(samples, factorOf(shortPeakDb - peak)));
  let result = samples;
  for (let round = 0; round < rounds; round++) {
    const missing = lufs - (loudnessOf(soundOf(result)) ?? lufs);
    if (round > 0 && Math.abs(missing) < enough) break;
    result = limited(scaled(result, factorOf(missing)), factorOf(peakDb - 0.2), width);
  }
  const highest = truePeakOf(result);
  const over = highest / factorOf(peakDb);
  return soundOf(over > 1 ? scaled(result, 1 / over) : result);
}

import type { Sound } from './sound.ts';

/** Zero crossings of the kernel on each side. */
const reach = 16;
/** Places of the table between two zero crossings. */
const fineness = 512;

/** A sinc under a Hann window that ends at `width`. */
export function kernelAt(at: number, width: number): number {
  if (at === 0) return 1;
  if (Math.abs(at) >= width) return 0;
  const phase = Math.PI * at;
  return (Math.sin(phase) / phase) * (0.5 + 0.5 * Math.cos(phase / width));
}

/** Sines for each sample and tap would take seconds for a minute of sound. */
const table = Float32Array.from({ length: reach * fineness + 1 }, (_, at) => kernelAt(at / fineness, reach));

/** The value between samples at a position. `cutoff` below 1 keeps what a lower rate cannot carry out of it. */
function valueAt(samples: Float32Array, position: number, cutoff: number): number {
  const width = reach / cutoff;
  const first = Math.max(0, Math.ceil(position - width));
  const last = Math.min(samples.length - 1, Math.floor(position + width));
  let sum = 0;
  for (let at = first; at <= last; at++)
    sum += samples[at]! * table[Math.round(Math.abs(position - at) * cutoff * fineness)]!;
  return sum * cutoff;
}

/** The mean of the channels. */
export function monoOf({ channels }: Sound): Float32Array {
  const [first, ...others] = channels;
  if (!first || others.length === 0) return first ?? new Float32Array();
  return first.map((sample, at) => others.reduce((sum, other) => sum + other[at]!, sample) / channels.length);
}

/** The samples at another rate. */
export function resampled(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const cutoff = Math.min(1, to / from);
  const result = new Float32Array(Math.floor((samples.length * to) / from));
  for (let at = 0; at < result.length; at++) result[at] = valueAt(samples, (at * from) / to, cutoff);
  return result;
}

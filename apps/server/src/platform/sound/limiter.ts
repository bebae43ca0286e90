import { kernelAt } from './resample.ts';

/** Samples on each side of a place between two samples that tell its value. */
const reach = 6;
/** For each of three places between two samples, the weights of the samples around them. */
const weights = [0.25, 0.5, 0.75].map((part) =>
  Float32Array.from({ length: 2 * reach }, (_, tap) => kernelAt(part + reach - 1 - tap, reach)),
);

/** The highest value at a sample and between it and the next one. */
function peakAt(samples: Float32Array, at: number): number {
  let peak = Math.abs(samples[at]!);
  for (const taps of weights) {
    let value = 0;
    for (let tap = 0; tap < taps.length; tap++) value += (samples[at + tap - reach + 1] ?? 0) * taps[tap]!;
    peak = Math.max(peak, Math.abs(value));
  }
  return peak;
}

/** The true peak around each sample (ITU-R BS.1770-4, Annex 2). Quiet places cannot be above the ceiling in between. */
const peaksOf = (samples: Float32Array, ceiling: number): Float32Array =>
  samples.map((sample, at) => {
    const plain = Math.max(Math.abs(sample), Math.abs(samples[at + 1] ?? 0));
    return plain < ceiling / 2 ? plain : peakAt(samples, at);
  });

/** The highest true peak from 0 to 1, or more for a sound that clips. */
export function truePeakOf(samples: Float32Array): number {
  const plain = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
  return peaksOf(samples, plain).reduce((highest, peak) => Math.max(highest, peak), 0);
}

/** The lowest value of a window around each place. */
function lowestAround(values: Float32Array, width: number): Float32Array {
  const result = new Float32Array(values.length);
  const queue: number[] = [];
  let first = 0;
  for (let at = 0; at < values.length + width; at++) {
    while (at < values.length && queue.length > first && values[queue.at(-1)!]! >= values[at]!) queue.pop();
    if (at < values.length) queue.push(at);
    const place = at - width;
    if (place < 0) continue;
    while (queue[first]! < place - width) first++;
    result[place] = values[queue[first]!]!;
  }
  return result;
}

/** The mean of a window around each place. */
function meanAround(values: Float32Array, width: number): Float32Array {
  const sums = new Float64Array(values.length + 1);
  for (const [at, value] of values.entries()) sums[at + 1] = sums[at]! + value;
  return values.map((_value, at) => {
    const [first, end] = [Math.max(0, at - width), Math.min(values.length, at + width + 1)];
    return (sums[end]! - sums[first]!) / (end - first);
  });
}

/** Lowers the loud places so far that no true peak is above the ceiling, a little before and after them. */
export function limited(samples: Float32Array, ceiling: number, width: number): Float32Array {
  const gains = peaksOf(samples, ceiling).map((peak) => (peak > ceiling ? ceiling / peak : 1));
  const smooth = meanAround(lowestAround(gains, width), width);
  return samples.map((sample, at) => sample * smooth[at]!);
}

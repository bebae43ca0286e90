import { valueAt } from './resample.ts';

/** Places between two samples where a peak may hide. */
const between = [0.25, 0.5, 0.75];

/** The true peak around each sample (ITU-R BS.1770-4, Annex 2). Only loud places are looked at between the samples. */
function peaksOf(samples: Float32Array, ceiling: number): Float32Array {
  return samples.map((sample, at) => {
    const plain = Math.abs(sample);
    if (Math.max(plain, Math.abs(samples[at + 1] ?? 0)) < ceiling / 2) return plain;
    return between.reduce((peak, part) => Math.max(peak, Math.abs(valueAt(samples, at + part))), plain);
  });
}

/** The highest true peak from 0 to 1, or more for a sound that clips. */
export const truePeakOf = (samples: Float32Array): number =>
  peaksOf(samples, 0).reduce((highest, peak) => Math.max(highest, peak), 0);

/** The lowest value of a window around each place. */
function lowestAround(values: Float32Array, reach: number): Float32Array {
  const result = new Float32Array(values.length);
  const queue: number[] = [];
  let first = 0;
  for (let at = 0; at < values.length + reach; at++) {
    while (at < values.length && queue.length > first && values[queue.at(-1)!]! >= values[at]!) queue.pop();
    if (at < values.length) queue.push(at);
    const place = at - reach;
    if (place < 0) continue;
    while (queue[first]! < place - reach) first++;
    result[place] = values[queue[first]!]!;
  }
  return result;
}

/** The mean of a window around each place. */
function meanAround(values: Float32Array, reach: number): Float32Array {
  const sums = new Float64Array(values.length + 1);
  for (const [at, value] of values.entries()) sums[at + 1] = sums[at]! + value;
  return values.map((_value, at) => {
    const [first, end] = [Math.max(0, at - reach), Math.min(values.length, at + reach + 1)];
    return (sums[end]! - sums[first]!) / (end - first);
  });
}

/** Lowers the loud places so far that no true peak is above the ceiling, a little before and after them. */
export function limited(samples: Float32Array, ceiling: number, reach: number): Float32Array {
  const gains = peaksOf(samples, ceiling).map((peak) => (peak > ceiling ? ceiling / peak : 1));
  const smooth = meanAround(lowestAround(gains, reach), reach);
  return samples.map((sample, at) => sample * smooth[at]!);
}

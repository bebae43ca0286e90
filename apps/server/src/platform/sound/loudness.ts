import type { Sound } from './sound.ts';

/** A filter of second order: y = b0 x + b1 x1 + b2 x2 - a1 y1 - a2 y2. */
interface Biquad {
  b: [number, number, number];
  a: [number, number];
}

/** The head as a shelf above 1.5 kHz: the first stage of the K-weighting of ITU-R BS.1770, for any sample rate. */
function shelf(rate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / rate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const middle = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b: [
      (high + (middle * k) / q + k * k) / a0,
      (2 * (k * k - high)) / a0,
      (high - (middle * k) / q + k * k) / a0,
    ],
    a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
  };
}

/** The high-pass at 38 Hz: the second stage. */
function highPass(rate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / rate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0] };
}

function filtered(samples: Float32Array, { b: [b0, b1, b2], a: [a1, a2] }: Biquad): Float32Array {
  const result = new Float32Array(samples.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (const [at, x] of samples.entries()) {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    result[at] = y;
  }
  return result;
}

const blockSeconds = 0.4;
const absoluteGate = -70;
const lufs = (power: number) => -0.691 + 10 * Math.log10(power);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The power of each block of 0.4 s, with an overlap of three quarters. */
function blockPowers({ sampleRate, channels }: Sound): number[] {
  const weighted = channels.map((samples) =>
    filtered(filtered(samples, shelf(sampleRate)), highPass(sampleRate)),
  );
  const block = Math.round(blockSeconds * sampleRate);
  const step = Math.round(block / 4);
  const length = weighted[0]?.length ?? 0;
  const powers: number[] = [];
  for (let start = 0; start + block <= length; start += step) {
    let power = 0;
    for (const channel of weighted)
      for (let at = start; at < start + block; at++) power += channel[at]! ** 2 / block;
    powers.push(power);
  }
  return powers;
}

/** The integrated loudness in LUFS (ITU-R BS.1770-4). Null for silence and for less than 0.4 s. */
export function loudnessOf(sound: Sound): number | null {
  const audible = blockPowers(sound).filter((power) => lufs(power) > absoluteGate);
  if (audible.length === 0) return null;
  const relativeGate = lufs(mean(audible)) - 10;
  return lufs(mean(audible.filter((power) => lufs(power) > relativeGate)));
}

const peakOf = (samples: Float32Array) =>
  samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);

/** The highest sample in dBFS; null for silence. */
export function peakLevelOf({ channels }: Sound): number | null {
  const peak = Math.max(...channels.map(peakOf));
  return peak > 0 ? 20 * Math.log10(peak) : null;
}

/** The highest sample of each of so many equal parts, from 0 to 1, in hundredths. */
export function waveformOf({ channels }: Sound, points: number): number[] {
  const length = channels[0]?.length ?? 0;
  return Array.from({ length: points }, (_point, number) => {
    const [start, end] = [number, number + 1].map((edge) => Math.floor((edge * length) / points));
    return (
      Math.round(Math.max(...channels.map((samples) => peakOf(samples.subarray(start, end)))) * 100) / 100
    );
  });
}

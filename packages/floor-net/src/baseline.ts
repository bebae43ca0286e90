import { indexOfLargest, type NetworkSpec } from './network.ts';
import { tileInput, tileInputs, tilePx, type Tile } from './tile.ts';
import { beginTraining, trainAll, type Samples, type TrainingOptions } from './training.ts';

const pixels = tilePx * tilePx;
/** Numbers of each hand-made feature below. */
const perChannel = 5;
const brightnessBins = 8;
const directionBins = 8;
const others = 9;
export const featureCount = 3 * perChannel + brightnessBins + directionBins + others;

interface Summary {
  mean: number;
  deviation: number;
  least: number;
  most: number;
}

function summaryOf(values: Float32Array): Summary {
  let [sum, squares, least, most] = [0, 0, Infinity, -Infinity];
  for (const value of values) {
    sum += value;
    squares += value * value;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const mean = sum / values.length;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / values.length - mean * mean)), least, most };
}

/** The mean of the middle quarter of a plane. */
function middleOf(plane: Float32Array): number {
  let sum = 0;
  const [from, to] = [tilePx / 4, (3 * tilePx) / 4];
  for (let row = from; row < to; row++)
    for (let column = from; column < to; column++) sum += plane[row * tilePx + column]!;
  return sum / (to - from) ** 2;
}

/** Strength and direction of the edges of a plane: mean, deviation and most of the strength, and a share for each direction. */
function edgesOf(plane: Float32Array): number[] {
  const strengths = new Float32Array(pixels);
  const directions = new Float32Array(directionBins);
  let sum = 0;
  for (let row = 1; row < tilePx - 1; row++)
    for (let column = 1; column < tilePx - 1; column++) {
      const at = row * tilePx + column;
      const [across, down] = [plane[at + 1]! - plane[at - 1]!, plane[at + tilePx]! - plane[at - tilePx]!];
      const strength = Math.hypot(across, down);
      strengths[at] = strength;
      const turned = (Math.atan2(down, across) / Math.PI + 1) % 1;
      directions[Math.min(directionBins - 1, Math.floor(turned * directionBins))]! += strength;
      sum += strength;
    }
  const { mean, deviation, most } = summaryOf(strengths);
  return [mean, deviation, most, ...Array.from(directions, (it) => it / Math.max(sum, 1e-6))];
}

/** Forty hand-made numbers about a tile: colours, brightness, edges. */
export function featuresOf(tile: Tile): Float32Array {
  const input = new Float32Array(tileInputs);
  tileInput(tile, input);
  const planes = [0, 1, 2].map((channel) => input.subarray(channel * pixels, (channel + 1) * pixels));
  const [red, green, blue] = planes as [Float32Array, Float32Array, Float32Array];
  const bright = Float32Array.from(red, (value, at) => (value + green[at]! + blue[at]!) / 3);
  const colourful = Float32Array.from(
    red,
    (value, at) => Math.max(value, green[at]!, blue[at]!) - Math.min(value, green[at]!, blue[at]!),
  );
  const bins = new Float32Array(brightnessBins);
  for (const value of bright)
    bins[Math.min(brightnessBins - 1, Math.max(0, Math.floor((value + 1) * (brightnessBins / 2))))]! +=
      1 / pixels;
  const light = summaryOf(bright);
  const colour = summaryOf(colourful);
  const away = (factor: number) =>
    bright.reduce((sum, it) => sum + (Math.abs(it - light.mean) > factor ? 1 : 0), 0) / pixels;
  return Float32Array.from([
    ...planes.flatMap((plane) => {
      const { mean, deviation, least, most } = summaryOf(plane);
      return [mean, deviation, least, most, middleOf(plane) - mean];
    }),
    ...bins,
    ...edgesOf(bright),
    light.deviation,
    colour.mean,
    colour.deviation,
    colour.most,
    away(0.1),
    away(0.25),
  ]);
}

/** A small dense network over hand-made features. A model that is not better than it has learnt nothing that is worth its cost. */
export interface Baseline {
  predict(tile: Tile): number;
}

const units = 64;

/** Fits a baseline to labelled tiles. */
export function fitBaseline(
  tiles: readonly Tile[],
  labels: Uint8Array,
  { classes, seed, epochs = 40 }: { classes: number; seed: number; epochs?: number },
): Baseline {
  const features = tiles.map(featuresOf);
  const scales = Array.from({ length: featureCount }, (_, at) =>
    summaryOf(Float32Array.from(features, (it) => it[at]!)),
  );
  const write = (from: Float32Array, to: Float32Array) => {
    for (const [at, { mean, deviation }] of scales.entries())
      to[at] = (from[at]! - mean) / Math.max(deviation, 1e-4);
  };
  const spec: NetworkSpec = {
    input: { channels: featureCount, height: 1, width: 1 },
    layers: [{ kind: 'DENSE', units }],
    classes,
  };
  const options: TrainingOptions = { spec, seed, rate: 0.003, batch: 16, epochs };
  const samples: Samples = { labels, write: (index, _epoch, input) => write(features[index]!, input) };
  const state = beginTraining(options);
  trainAll(state, samples, options);
  const input = new Float32Array(featureCount);
  return {
    predict: (tile) => {
      write(featuresOf(tile), input);
      return indexOfLargest(state.network.predict(input));
    },
  };
}

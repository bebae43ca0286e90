import { convolutionShape, createConvolution } from './layers/convolution.ts';
import { createDense } from './layers/dense.ts';
import { sizeOf, type Layer, type Parameter, type Shape } from './layers/layer.ts';
import { createPooling, pooledShape } from './layers/pooling.ts';
import { randomFrom } from './random.ts';
import { tilePx } from './tile.ts';

export type LayerSpec =
  | { kind: 'CONVOLUTION'; channels: number; kernel: number; stride: number }
  | { kind: 'POOLING' }
  | { kind: 'DENSE'; units: number };

/** What a network reads, and its hidden layers. A dense layer of the classes follows them. */
export interface NetworkSpec {
  input: Shape;
  layers: readonly LayerSpec[];
  classes: number;
}

const tileShape: Shape = { channels: 3, height: tilePx, width: tilePx };
const convolution = (channels: number, kernel = 3, stride = 1): LayerSpec => ({
  kind: 'CONVOLUTION',
  channels,
  kernel,
  stride,
});
const pooling: LayerSpec = { kind: 'POOLING' };

/** The networks for floor tiles. */
export const floorNetworks = {
  SMALL: [convolution(6, 5, 2), pooling, convolution(12), pooling, convolution(16), pooling, dense(24)],
  STANDARD: [convolution(8, 5, 2), pooling, convolution(16), pooling, convolution(32), pooling, dense(48)],
} satisfies Record<string, LayerSpec[]>;
export type FloorNetwork = keyof typeof floorNetworks;

function dense(units: number): LayerSpec {
  return { kind: 'DENSE', units };
}

export const floorNetworkSpec = (network: FloorNetwork, classes: number): NetworkSpec => ({
  input: tileShape,
  layers: floorNetworks[network],
  classes,
});

export interface Network {
  spec: NetworkSpec;
  parameters: readonly Parameter[];
  /** The probability of each class. The array changes with the next call. */
  predict(input: Float32Array): Float32Array;
  /** Adds the gradients of one sample. Returns its loss (cross-entropy), and whether its class was the most probable one. */
  learn(input: Float32Array, label: number, weight: number): { loss: number; isRight: boolean };
}

function layersOf({ input, layers, classes }: NetworkSpec): Layer[] {
  const built: Layer[] = [];
  let shape = input;
  for (const [at, spec] of layers.entries()) {
    if (spec.kind === 'CONVOLUTION') {
      const options = { ...spec, input: shape, isFirst: at === 0 };
      built.push(createConvolution(options));
      shape = convolutionShape(options);
    } else if (spec.kind === 'POOLING') {
      built.push(createPooling(shape));
      shape = pooledShape(shape);
    } else {
      built.push(createDense(sizeOf(shape), spec.units, false));
      shape = { channels: spec.units, height: 1, width: 1 };
    }
  }
  return [...built, createDense(sizeOf(shape), classes, true)];
}

/** Probabilities of scores. The largest one is taken away first, because `exp` of a large number is infinite. */
function softmax(scores: Float32Array, result: Float32Array): Float32Array {
  const largest = scores.reduce((most, score) => Math.max(most, score), -Infinity);
  let sum = 0;
  for (const [at, score] of scores.entries()) sum += result[at] = Math.exp(score - largest);
  for (let at = 0; at < result.length; at++) result[at]! /= sum;
  return result;
}

/** The index of the largest number. */
export function indexOfLargest(values: Float32Array): number {
  let best = 0;
  for (let at = 1; at < values.length; at++) if (values[at]! > values[best]!) best = at;
  return best;
}

/** Creates a network whose first values follow from the seed. */
export function createNetwork(spec: NetworkSpec, seed: number): Network {
  const layers = layersOf(spec);
  const random = randomFrom(seed);
  for (const layer of layers) layer.initialise(random);
  const probabilities = new Float32Array(spec.classes);
  const gradient = new Float32Array(spec.classes);
  const predict = (input: Float32Array) =>
    softmax(
      layers.reduce((values, layer) => layer.forward(values), input),
      probabilities,
    );
  return {
    spec,
    parameters: layers.flatMap(({ parameters }) => parameters),
    predict,
    learn: (input, label, weight) => {
      predict(input);
      for (let at = 0; at < gradient.length; at++)
        gradient[at] = weight * (probabilities[at]! - (at === label ? 1 : 0));
      layers.reduceRight<Float32Array>((values, layer) => layer.backward(values), gradient);
      const loss = -weight * Math.log(Math.max(probabilities[label]!, 1e-12));
      return { loss, isRight: indexOfLargest(probabilities) === label };
    },
  };
}

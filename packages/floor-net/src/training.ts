import { adamStep, momentsOf, type Moments } from './adam.ts';
import { createNetwork, type Network, type NetworkSpec } from './network.ts';
import { randomFrom, seedOf, shuffled } from './random.ts';

/** What a network learns from. */
export interface Samples {
  labels: Uint8Array;
  /** Writes the input of a sample as it looks in an epoch. */
  write(index: number, epoch: number, input: Float32Array): void;
}

export interface TrainingOptions {
  spec: NetworkSpec;
  seed: number;
  rate: number;
  batch: number;
  epochs: number;
}

/** A network between two epochs. */
export interface TrainingState {
  network: Network;
  moments: Moments[];
  /** The epochs and the steps that are done. */
  epoch: number;
  step: number;
}

export interface EpochResult {
  loss: number;
  /** The share of the samples that the network knew while it learnt. */
  accuracy: number;
}

export function beginTraining({ spec, seed }: TrainingOptions): TrainingState {
  const network = createNetwork(spec, seed);
  return { network, moments: momentsOf(network.parameters), epoch: 0, step: 0 };
}

const maxWeight = 5;

/** Weights that make every class count the same, within limits. */
function classWeights(labels: Uint8Array, classes: number): Float32Array {
  const counts = new Uint32Array(classes);
  for (const label of labels) counts[label]! += 1;
  return Float32Array.from(counts, (count) =>
    Math.min(maxWeight, labels.length / (classes * Math.max(1, count))),
  );
}

/** The rate falls along half a cosine, so that the last epochs only polish. */
const rateIn = ({ rate, epochs }: TrainingOptions, epoch: number) =>
  rate * (0.05 + 0.95 * 0.5 * (1 + Math.cos((Math.PI * epoch) / epochs)));

/**
 * Trains one epoch. Yields after each batch, so that its process can do other work meanwhile. Everything follows from the seed and the
 * epoch: training that goes on from a stored state ends with the same bytes.
 */
export function* trainEpoch(
  state: TrainingState,
  samples: Samples,
  options: TrainingOptions,
): Generator<void, EpochResult> {
  const { network, moments, epoch } = state;
  const { labels } = samples;
  const weights = classWeights(labels, options.spec.classes);
  const { channels, height, width } = options.spec.input;
  const input = new Float32Array(channels * height * width);
  const order = shuffled(labels.length, randomFrom(seedOf(options.seed, epoch, 1)));
  const rate = rateIn(options, epoch);
  let [loss, right] = [0, 0];
  for (let start = 0; start < order.length; start += options.batch) {
    const batch = order.subarray(start, start + options.batch);
    for (const index of batch) {
      samples.write(index, epoch, input);
      const label = labels[index]!;
      const learnt = network.learn(input, label, weights[label]!);
      loss += learnt.loss;
      if (learnt.isRight) right += 1;
    }
    state.step += 1;
    adamStep(network.parameters, moments, { step: state.step, rate, samples: batch.length });
    yield;
  }
  state.epoch = epoch + 1;
  return { loss: loss / labels.length, accuracy: right / labels.length };
}

/** Trains the epochs that are left, without interruption. */
export function trainAll(state: TrainingState, samples: Samples, options: TrainingOptions): EpochResult {
  let result: EpochResult = { loss: 0, accuracy: 0 };
  while (state.epoch < options.epochs) {
    const steps = trainEpoch(state, samples, options);
    for (let next = steps.next(); ; next = steps.next())
      if (next.done) {
        result = next.value;
        break;
      }
  }
  return result;
}

import { momentsOf } from './adam.ts';
import { createNetwork, type Network, type NetworkSpec } from './network.ts';
import type { TrainingOptions, TrainingState } from './training.ts';

/** Numbers in the order of the network, as bytes. All machines that we run on store the lowest byte first. */
function join(parts: readonly Float32Array[]): Uint8Array {
  const joined = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return new Uint8Array(joined.buffer);
}

function split(bytes: Uint8Array, parts: readonly Float32Array[]): void {
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  if (bytes.length !== size * 4)
    throw new Error(`a state of ${size * 4} bytes was expected, not ${bytes.length}`);
  // A copy: the bytes may begin at any place of their buffer.
  const joined = new Float32Array(Uint8Array.from(bytes).buffer);
  let at = 0;
  for (const part of parts) {
    part.set(joined.subarray(at, at + part.length));
    at += part.length;
  }
}

const partsOf = ({ network, moments }: TrainingState) => [
  ...network.parameters.map(({ values }) => values),
  ...moments.flatMap(({ first, second }) => [first, second]),
];

/** All that training needs to go on from the end of an epoch. */
export interface Checkpoint {
  epoch: number;
  step: number;
  bytes: Uint8Array;
}

export const checkpointOf = (state: TrainingState): Checkpoint => ({
  epoch: state.epoch,
  step: state.step,
  bytes: join(partsOf(state)),
});

export function resumeTraining(
  { spec, seed }: TrainingOptions,
  { epoch, step, bytes }: Checkpoint,
): TrainingState {
  const network = createNetwork(spec, seed);
  const state = { network, moments: momentsOf(network.parameters), epoch, step };
  split(bytes, partsOf(state));
  return state;
}

const valuesOf = ({ parameters }: Network) => parameters.map(({ values }) => values);

/** What a network has learnt. */
export const networkBytes = (network: Network): Uint8Array => join(valuesOf(network));

/** The network that has learnt these bytes. */
export function networkOf(spec: NetworkSpec, bytes: Uint8Array): Network {
  const network = createNetwork(spec, 0);
  split(bytes, valuesOf(network));
  return network;
}

import { augment } from './augmentation.ts';
import { floorNetworkSpec, type FloorNetwork } from './network.ts';
import { randomFrom, seedOf } from './random.ts';
import { tileInput, type Tile } from './tile.ts';
import type { Samples, TrainingOptions } from './training.ts';

/** What a person chooses for a training. */
export interface FloorTrainingSettings {
  network: FloorNetwork;
  seed: number;
  rate: number;
  epochs: number;
  /** Whether tiles are flipped, lit and coloured differently in each epoch, with lines drawn over them. */
  augmentation: boolean;
}

const batch = 16;

export const floorTrainingOptions = (
  { network, seed, rate, epochs }: FloorTrainingSettings,
  classes: number,
): TrainingOptions => ({ spec: floorNetworkSpec(network, classes), seed, rate, batch, epochs });

/** Labelled tiles as a network reads them. How a tile looks follows from the seed, the epoch and its number. */
export const floorSamples = (
  tiles: readonly Tile[],
  labels: Uint8Array,
  { seed, augmentation }: Pick<FloorTrainingSettings, 'seed' | 'augmentation'>,
): Samples => ({
  labels,
  write: (index, epoch, input) => {
    tileInput(tiles[index]!, input);
    if (augmentation) augment(input, randomFrom(seedOf(seed, epoch, index, 2)));
  },
});

import { createHash } from 'node:crypto';
import { networkBytes } from '../checkpoint.ts';
import { floorSamples, floorTrainingOptions } from '../floor-training.ts';
import { beginTraining, trainAll } from '../training.ts';
import { drawnTiles } from './drawn-tiles.ts';

const settings = { network: 'SMALL', seed: 5, rate: 0.003, epochs: 2, augmentation: true } as const;

/** The hash of a network after a short training. */
export function hashOfTraining(): string {
  const { tiles, labels } = drawnTiles(24, 3);
  const options = floorTrainingOptions(settings, 2);
  const state = beginTraining(options);
  trainAll(state, floorSamples(tiles, labels, settings), options);
  return createHash('sha256').update(networkBytes(state.network)).digest('hex');
}

if (process.argv[2] === 'print') process.stdout.write(hashOfTraining());

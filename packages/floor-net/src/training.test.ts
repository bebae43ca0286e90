import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fitBaseline } from './baseline.ts';
import { checkpointOf, networkBytes, networkOf, resumeTraining } from './checkpoint.ts';
import { floorSamples, floorTrainingOptions } from './floor-training.ts';
import { indexOfLargest } from './network.ts';
import { drawnTiles } from './test-kit/drawn-tiles.ts';
import { hashOfTraining } from './test-kit/hash-process.ts';
import { tileInput, tileInputs, type Tile } from './tile.ts';
import { beginTraining, trainAll, trainEpoch } from './training.ts';

const settings = { network: 'SMALL', seed: 7, rate: 0.003, epochs: 3, augmentation: true } as const;
const options = floorTrainingOptions(settings, 2);
const shareOf = (predict: (tile: Tile) => number, { tiles, labels }: ReturnType<typeof drawnTiles>) =>
  tiles.filter((tile, at) => predict(tile) === labels[at]).length / tiles.length;

test('the same seed gives the same bytes in another process', () => {
  const file = fileURLToPath(new URL('./test-kit/hash-process.ts', import.meta.url));
  const other = execFileSync(process.execPath, [file, 'print'], { encoding: 'utf8' });
  expect(other).toBe(hashOfTraining());
});

test('training that goes on from a stored epoch ends with the bytes of one without interruption', () => {
  const { tiles, labels } = drawnTiles(20, 1);
  const samples = floorSamples(tiles, labels, settings);
  const whole = beginTraining(options);
  trainAll(whole, samples, options);
  const first = beginTraining(options);
  for (const steps = trainEpoch(first, samples, options); !steps.next().done;);
  const stored = checkpointOf(first);
  // What the killed process did after the end of the epoch is lost.
  trainEpoch(first, samples, options).next();
  const second = resumeTraining(options, stored);
  trainAll(second, samples, options);
  expect(Buffer.from(networkBytes(second.network)).equals(Buffer.from(networkBytes(whole.network)))).toBe(
    true,
  );
  expect(() => resumeTraining(options, { ...stored, bytes: stored.bytes.subarray(4) })).toThrow('bytes');
});

test('a network and a baseline learn two drawn classes, and judge floors that they have not seen', () => {
  const { tiles, labels } = drawnTiles(64, 2);
  const unseen = drawnTiles(40, 77);
  const longer = { ...settings, epochs: 7 };
  const state = beginTraining(floorTrainingOptions(longer, 2));
  trainAll(state, floorSamples(tiles, labels, longer), floorTrainingOptions(longer, 2));
  const network = networkOf(options.spec, networkBytes(state.network));
  const input = new Float32Array(tileInputs);
  const predict = (tile: Tile) => {
    tileInput(tile, input);
    return indexOfLargest(network.predict(input));
  };
  expect(shareOf(predict, unseen)).toBeGreaterThan(0.75);
  expect(
    shareOf(fitBaseline(tiles, labels, { classes: 2, seed: 1, epochs: 15 }).predict, unseen),
  ).toBeGreaterThan(0.8);
});

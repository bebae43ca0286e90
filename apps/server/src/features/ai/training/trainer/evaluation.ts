import type { Camera } from '@sweepline/contract/robot';
import {
  emptyConfusion,
  figuresOf,
  fitBaseline,
  indexOfLargest,
  tileInput,
  tileInputs,
  type Confusion,
  type Network,
  type Tile,
} from '@sweepline/floor-net';
import type { Evaluation } from './trainer-messages.ts';

/** A tile whose class is known. */
export interface LabelledTile {
  pixels: Tile;
  label: number;
  imageId: string;
  siteId: string;
  camera: Camera;
  tile: number;
}

const thresholds = [0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const maxWorst = 20;

/** The probabilities that a network gives to each tile. */
export function probabilitiesOf(network: Network, tiles: readonly LabelledTile[]): Float32Array[] {
  const input = new Float32Array(tileInputs);
  return tiles.map(({ pixels }) => {
    tileInput(pixels, input);
    return Float32Array.from(network.predict(input));
  });
}

/** The class that counts as found: below the threshold the floor counts as clean. */
function foundClass(probabilities: Float32Array, threshold: number, clean: number | null): number {
  const best = indexOfLargest(probabilities);
  return clean !== null && probabilities[best]! < threshold ? clean : best;
}

function confusionOf(classes: number, pairs: readonly { truth: number; found: number }[]): Confusion {
  const confusion = emptyConfusion(classes);
  for (const { truth, found } of pairs) confusion[truth]![found]! += 1;
  return confusion;
}

interface Judged {
  classes: number;
  clean: number | null;
}

/** The threshold with the best F1 on the tiles for validation; those for the test would be known then. */
export function chooseThreshold(
  network: Network,
  validation: readonly LabelledTile[],
  { classes, clean }: Judged,
): number {
  const probabilities = probabilitiesOf(network, validation);
  const f1At = (threshold: number) => {
    const pairs = validation.map(({ label }, at) => ({
      truth: label,
      found: foundClass(probabilities[at]!, threshold, clean),
    }));
    return figuresOf(confusionOf(classes, pairs)).f1 ?? 0;
  };
  return thresholds.reduce((best, it) => (f1At(it) > f1At(best) ? it : best));
}

const groups = <Key>(
  classes: number,
  results: readonly (LabelledTile & { truth: number; found: number })[],
  keyOf: (it: LabelledTile) => Key,
) =>
  [...Map.groupBy(results, keyOf)].map(
    ([key, group]) => [key, figuresOf(confusionOf(classes, group))] as const,
  );

/** Judges a network, and a baseline that is fitted to the same tiles, on tiles that took no part. */
export function evaluate(
  network: Network,
  { training, test }: { training: readonly LabelledTile[]; test: readonly LabelledTile[] },
  { classes, clean, threshold, seed }: Judged & { threshold: number; seed: number },
): Evaluation {
  const probabilities = probabilitiesOf(network, test);
  const results = test.map((it, at) => ({
    ...it,
    truth: it.label,
    found: foundClass(probabilities[at]!, threshold, clean),
    probability: probabilities[at]![it.label]!,
  }));
  const labels = Uint8Array.from(training, ({ label }) => label);
  const pixels = training.map((it) => it.pixels);
  const baseline = fitBaseline(pixels, labels, { classes, seed });
  const worst = results
    .filter(({ truth, found }) => truth !== found)
    .toSorted((a, b) => a.probability - b.probability)
    .slice(0, maxWorst);
  return {
    figures: figuresOf(confusionOf(classes, results)),
    baseline: figuresOf(
      confusionOf(
        classes,
        test.map(({ label, pixels: tile }) => ({ truth: label, found: baseline.predict(tile) })),
      ),
    ),
    bySite: groups(classes, results, ({ siteId }) => siteId).map(([siteId, figures]) => ({
      siteId,
      figures,
    })),
    byCamera: groups(classes, results, ({ camera }) => camera).map(([camera, figures]) => ({
      camera,
      figures,
    })),
    worst: worst.map(({ imageId, tile, truth, found, probability }) => ({
      imageId,
      tile,
      truth,
      found,
      probability,
    })),
  };
}

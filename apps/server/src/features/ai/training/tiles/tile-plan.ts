import type { AiDatasetPart, AiShape, AiTrainingSettings } from '@sweepline/contract';
import { randomFrom, seedOf, shuffled } from '@sweepline/floor-net';
import { labelsOfTiles } from './tile-labels.ts';

/** A tile of a picture, and the class that it shows, by its place among the classes. */
export interface PlannedTile {
  tile: number;
  label: number;
  part: AiDatasetPart;
}

export interface PlannedImage {
  id: string;
  part: AiDatasetPart;
  shapes: readonly AiShape[];
}

/** The most tiles of each class of a part. A judgement by more than a thousand takes time and changes no figure by a hundredth. */
const mostTiles = (part: AiDatasetPart, tilesPerClass: number): number => {
  if (part === 'TRAIN') return tilesPerClass;
  return part === 'TEST' ? Math.min(1_000, 4 * tilesPerClass) : Math.min(300, tilesPerClass);
};

/**
 * Chooses the tiles that take part, by picture. Clean floor is on nearly every tile: unlimited, it would be all that a network learns.
 * The choice follows from the seed.
 */
export function planTiles(
  images: readonly PlannedImage[],
  classIds: readonly string[],
  { clean, seed, tilesPerClass }: Pick<AiTrainingSettings, 'seed' | 'tilesPerClass'> & { clean: string },
): Map<string, PlannedTile[]> {
  const labelOf = new Map(classIds.map((id, label) => [id, label]));
  const found = images.flatMap(({ id, part, shapes }) =>
    [...labelsOfTiles(shapes, clean)].flatMap(([tile, classId]) => {
      const label = labelOf.get(classId);
      return label === undefined ? [] : [{ imageId: id, tile, label, part }];
    }),
  );
  const groups = Map.groupBy(found, ({ part, label }) => `${part} ${label}`);
  const chosen = new Set<(typeof found)[number]>();
  for (const group of groups.values()) {
    const { part, label } = group[0]!;
    const order = shuffled(group.length, randomFrom(seedOf(seed, label, part.length, 3)));
    for (const index of order.subarray(0, mostTiles(part, tilesPerClass))) chosen.add(group[index]!);
  }
  const plan = new Map<string, PlannedTile[]>();
  for (const it of found) {
    if (!chosen.has(it)) continue;
    const { imageId, tile, label, part } = it;
    plan.set(imageId, [...(plan.get(imageId) ?? []), { tile, label, part }]);
  }
  return plan;
}

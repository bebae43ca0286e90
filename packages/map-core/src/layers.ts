import type { Shape, ZoneType } from './geometry/shapes.ts';

/** Layers that are shown, hidden and locked: each type of zone and every other kind. */
export const layerNames = [
  'CLEAN',
  'NO_GO',
  'NO_CLEAN',
  'CARPET',
  'SLOW',
  'wall',
  'segment',
  'slope',
  'bump',
  'point',
] as const satisfies readonly (ZoneType | Exclude<Shape['kind'], 'zone'>)[];
export type LayerName = (typeof layerNames)[number];

/** The layer of a shape. */
export const layerOf = (shape: Shape): LayerName => (shape.kind === 'zone' ? shape.type : shape.kind);

import type { Shape, ZoneType } from './geometry/shapes.ts';

/** What is shown, hidden and locked together: each type of zone, and every other kind. */
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

export const layerOf = (shape: Shape): LayerName => (shape.kind === 'zone' ? shape.type : shape.kind);

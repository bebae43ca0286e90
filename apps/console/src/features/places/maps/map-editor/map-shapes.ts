import type { MapDetail } from '@sweepline/contract';
import { shapesOf, type Shape, type Zone } from '@sweepline/map-core';

/** The shapes of a published map. */
export const shapesOfMap = ({ elements }: Pick<MapDetail, 'elements'>): Shape[] => shapesOf(elements);

export const zonesAmong = (shapes: Iterable<Shape>): Zone[] =>
  [...shapes].filter((shape) => shape.kind === 'zone');

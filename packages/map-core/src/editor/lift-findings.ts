import type { Shape } from '../geometry/shapes.ts';
import { findingSeverity, type Finding } from './findings.ts';

/** An elevator of the site of a map, with what it calls the floor of each of its maps. */
export interface SiteLift {
  /** The `liftId` of points. */
  number: string;
  floors: readonly { label: string; mapId: string | null }[];
}

const isLiftPoint = (shape: Shape) => shape.kind === 'point' && shape.type.startsWith('LIFT');

/** Elevator points that fit no elevator of the site: it has none of this number, or it does not stop on this map under this name. */
export function checkLiftPoints(
  shapes: Iterable<Shape>,
  mapId: string,
  lifts: readonly SiteLift[],
): Finding[] {
  return [...shapes].filter(isLiftPoint).flatMap((shape): Finding[] => {
    if (shape.kind !== 'point') return [];
    const { id, x, y, liftId, floor } = shape;
    const lift = lifts.find(({ number }) => number === liftId);
    const isStop = lift?.floors.some((stop) => stop.mapId === mapId && stop.label === floor);
    const code = lift ? 'liftFloorDiffers' : 'liftUnknown';
    return isStop ? [] : [{ code, severity: findingSeverity[code], shapeIds: [id], at: { x, y } }];
  });
}

/** Whether a finding is about elevators, which a check of the drawing alone does not know. */
export const isLiftFinding = ({ code }: Finding): boolean =>
  code === 'liftUnknown' || code === 'liftFloorDiffers';

import type { DoorSide, FloorGap } from '@sweepline/contract';

interface Stop {
  floorId: string | null;
  mapId: string | null;
  doors: readonly DoorSide[];
}

const liftPoints = ['LIFT_CALL', 'LIFT_ENTRY', 'LIFT_INSIDE'] as const;

/** What robots lack to ride to a floor. `points` are the types of the points on its map that name the elevator. */
export function floorGapsOf({ floorId, mapId, doors }: Stop, points: ReadonlySet<string>): FloorGap[] {
  return [
    ...(floorId === null ? (['FLOOR'] as const) : []),
    ...(mapId === null ? (['MAP'] as const) : liftPoints.filter((type) => !points.has(type))),
    ...(doors.length === 0 ? (['DOOR'] as const) : []),
  ];
}

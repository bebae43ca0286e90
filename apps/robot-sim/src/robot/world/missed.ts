import type { MissedReason } from '@sweepline/contract/robot';
import { FREE, type Point } from '@sweepline/map-core';
import type { Field } from '../../coverage/field.ts';
import { patchesOf } from '../../coverage/missed.ts';
import type { Robot } from '../robot.ts';
import type { RunRecord } from '../run.ts';

/** An obstacle keeps a robot from the floor within this distance. */
const aroundM = 1.2;
/** Maximum number of spots in a report; the largest pieces come first. */
const maxSpots = 60;

const reasons: Record<string, MissedReason> = {
  BATTERY_LOW: 'BATTERY_LOW',
  USER_CANCELED: 'STOPPED',
  ZONE_SKIPPED: 'STOPPED',
  HMI_STOP: 'STOPPED',
  FROZEN: 'STOPPED',
  NO_ROUTE: 'NO_WAY',
};
/** The reason for the uncleaned rest of a run that ends with this code. */
export const reasonOfEnd = (code: string): MissedReason => reasons[code] ?? 'FAULT';

/** Records the missed spots of an area. `reason` is why the run ends here; undefined when the area was completed. */
export function recordMissed(robot: Robot, run: RunRecord, areaId: string, reason: MissedReason | undefined) {
  const { current: tool } = robot.tools;
  const field = tool?.work?.field;
  const passes = tool?.work?.canvas.coverage?.passes;
  if (!tool || !field || !passes) return;
  const near = (spot: Point) =>
    tool.skippedPlaces.some((place) => Math.hypot(place.x - spot.x, place.y - spot.y) < aroundM);
  const add = (spot: Point, cause: MissedReason | undefined) => {
    if (cause && run.missed.length < maxSpots)
      run.missed.push({ areaId, x: spot.x, y: spot.y, reason: cause });
  };
  const unpainted = field.target.map((cell, i) => cell & Number(passes[i] === 0));
  for (const spot of patchesOf(field, unpainted)) add(spot, near(spot) ? 'OBSTACLE' : reason);
  const { shut, apart } = unreached(robot, field);
  for (const spot of patchesOf(field, shut)) add(spot, 'NO_GO');
  for (const spot of patchesOf(field, apart)) add(spot, 'NO_WAY');
}

/** Records the areas that the run did not begin. */
export function recordUnbegun(run: RunRecord, reason: MissedReason) {
  for (const { record, inside } of run.ahead)
    if (run.missed.length < maxSpots)
      run.missed.push({ areaId: record.areaId, x: inside.x, y: inside.y, reason });
}

/** Requested floor that the robot cannot clean: within a forbidden zone, or unreachable. */
function unreached({ world }: Robot, { raster, requested, target, footing }: Field) {
  const forbidden = new Uint8Array(requested.length);
  const isolated = new Uint8Array(requested.length);
  const { grid } = world;
  const column = Math.round((raster.originX - grid.originX) / grid.resolution);
  const row = grid.height - raster.height - Math.round((raster.originY - grid.originY) / grid.resolution);
  for (let i = 0; i < requested.length; i++) {
    if (requested[i] === 0 || target[i] === 1) continue;
    const cell = (row + Math.floor(i / raster.width)) * grid.width + column + (i % raster.width);
    if (grid.cells[cell] !== FREE) continue;
    if (footing.terrain.blocked[cell] === 1) forbidden[i] = 1;
    else isolated[i] = 1;
  }
  return { shut: forbidden, apart: isolated };
}

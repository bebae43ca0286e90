import type { MissedReason } from '@sweepline/contract/robot';
import { FREE, type Point } from '@sweepline/map-core';
import type { Field } from '../../coverage/field.ts';
import { patchesOf } from '../../coverage/missed.ts';
import type { Robot } from '../robot.ts';
import type { RunRecord } from '../run.ts';

/** What stood in the way keeps a robot from the floor around it. */
const aroundM = 1.2;
/** The most a report tells of; the largest pieces come first. */
const maxSpots = 60;

const reasons: Record<string, MissedReason> = {
  BATTERY_LOW: 'BATTERY_LOW',
  USER_CANCELED: 'STOPPED',
  ZONE_SKIPPED: 'STOPPED',
  HMI_STOP: 'STOPPED',
  FROZEN: 'STOPPED',
  NO_ROUTE: 'NO_WAY',
};
/** Why the rest was left, when a run ends with this code. */
export const reasonOfEnd = (code: string): MissedReason => reasons[code] ?? 'FAULT';

/** Notes what an area was left with, and why: `left` is why the run ends here, undefined when it cleaned the area to its end. */
export function noteMissed(robot: Robot, run: RunRecord, areaId: string, left: MissedReason | undefined) {
  const { tool } = robot;
  const field = tool?.work?.field;
  const passes = tool?.work?.canvas.coverage?.passes;
  if (!tool || !field || !passes) return;
  const near = (spot: Point) => tool.leftOut.some((it) => Math.hypot(it.x - spot.x, it.y - spot.y) < aroundM);
  const tell = (spot: Point, reason: MissedReason | undefined) => {
    if (reason && run.missed.length < maxSpots) run.missed.push({ areaId, x: spot.x, y: spot.y, reason });
  };
  const unpainted = field.target.map((cell, i) => cell & Number(passes[i] === 0));
  for (const spot of patchesOf(field, unpainted)) tell(spot, near(spot) ? 'OBSTACLE' : left);
  const { shut, apart } = unreached(robot, field);
  for (const spot of patchesOf(field, shut)) tell(spot, 'NO_GO');
  for (const spot of patchesOf(field, apart)) tell(spot, 'NO_WAY');
}

/** Areas the run never came to. */
export function noteNeverBegun(run: RunRecord, left: MissedReason) {
  for (const { record, inside } of run.ahead)
    if (run.missed.length < maxSpots)
      run.missed.push({ areaId: record.areaId, x: inside.x, y: inside.y, reason: left });
}

/** Floor that was asked for and could never be cleaned: within a forbidden zone, or without a way to it. */
function unreached({ world }: Robot, { raster, asked, target, footing }: Field) {
  const shut = new Uint8Array(asked.length);
  const apart = new Uint8Array(asked.length);
  const { grid } = world;
  const column = Math.round((raster.originX - grid.originX) / grid.resolution);
  const row = grid.height - raster.height - Math.round((raster.originY - grid.originY) / grid.resolution);
  for (let i = 0; i < asked.length; i++) {
    if (asked[i] === 0 || target[i] === 1) continue;
    const cell = (row + Math.floor(i / raster.width)) * grid.width + column + (i % raster.width);
    if (grid.cells[cell] !== FREE) continue;
    if (footing.terrain.blocked[cell] === 1) shut[i] = 1;
    else apart[i] = 1;
  }
  return { shut, apart };
}

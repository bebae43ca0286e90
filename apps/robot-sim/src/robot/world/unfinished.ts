import type { Point } from '@sweepline/map-core';
import { packed, unpacked } from '../body/memory.ts';
import type { Robot } from '../robot.ts';

/** An area is finished when at least this share is cleaned; the planner itself skips a smaller share. */
const finishedShare = 0.97;

/** The key of an area across runs: its outline, because ids may change. */
export const areaKey = (polygon: readonly Point[]) => JSON.stringify(polygon.map(({ x, y }) => [x, y]));

/** The cells of an unfinished area that earlier runs painted. */
export const paintedBefore = ({ unfinished }: Robot, area: string) =>
  unfinished?.area === area ? unpacked(unfinished.passes) : undefined;

/** Saves the painted cells when a run leaves an area, so that a later run can continue it (strategy RESUME). */
export function saveUnfinished(robot: Robot, cleanedM2: number, plannedM2: number) {
  const { current: tool } = robot.tools;
  const passes = tool?.work?.canvas.coverage?.passes;
  if (!tool || !passes) return;
  if (cleanedM2 >= plannedM2 * finishedShare) {
    if (robot.unfinished?.area === tool.area) robot.unfinished = undefined;
    return;
  }
  const painted = paintedBefore(robot, tool.area);
  const merged =
    painted?.length === passes.length ? passes.map((now, i) => Math.max(now, painted[i]!)) : passes;
  robot.unfinished = { area: tool.area, passes: packed(merged) };
}

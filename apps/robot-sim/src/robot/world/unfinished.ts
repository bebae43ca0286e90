import type { Point } from '@sweepline/map-core';
import { packed, unpacked } from '../body/memory.ts';
import type { Robot } from '../robot.ts';

/** An area is finished when no more than this share of it is left; the planner itself lets less than that go. */
const finishedShare = 0.97;

/** What an area is known by from one run to the next: its outline, for ids may be given anew. */
export const areaKey = (polygon: readonly Point[]) => JSON.stringify(polygon.map(({ x, y }) => [x, y]));

/** What earlier runs have painted of an area they left before its end. */
export const paintedBefore = ({ unfinished }: Robot, area: string) =>
  unfinished?.area === area ? unpacked(unfinished.passes) : undefined;

/** Notes down what is painted when a run leaves an area, so that another may go on with it (strategy RESUME). */
export function noteUnfinished(robot: Robot, cleanedM2: number, plannedM2: number) {
  const { tool } = robot;
  const passes = tool?.work?.canvas.coverage?.passes;
  if (!tool || !passes) return;
  if (cleanedM2 >= plannedM2 * finishedShare) {
    if (robot.unfinished?.area === tool.area) robot.unfinished = undefined;
    return;
  }
  const before = paintedBefore(robot, tool.area);
  const all = before?.length === passes.length ? passes.map((now, i) => Math.max(now, before[i]!)) : passes;
  robot.unfinished = { area: tool.area, passes: packed(all) };
}

import type { MissedReason } from '@sweepline/contract/robot';
import { noteMissed } from './missed.ts';
import { CoveragePicture } from '../picture.ts';
import type { Robot } from '../robot.ts';
import { noteUnfinished } from './unfinished.ts';

/** What the area has come to; also when the run ends before its end. */
export function closeArea(robot: Robot, left?: MissedReason) {
  const { run } = robot;
  const [area, canvas] = [run?.areas.at(-1), robot.tool?.work?.canvas];
  if (!run || !area || !canvas) return undefined;
  area.cleanedM2 = canvas.cleanedM2();
  noteUnfinished(robot, area.cleanedM2, area.plannedM2);
  noteMissed(robot, run, area.areaId, left);
  if (canvas.coverage) {
    robot.picture ??= new CoveragePicture(robot.world.grid);
    robot.picture.add(canvas.coverage);
  }
  robot.tool = undefined;
  robot.toolDown = false;
  robot.progress = undefined;
  robot.serviceDue = () => false;
  return area;
}

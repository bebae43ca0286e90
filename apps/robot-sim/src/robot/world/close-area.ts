import type { MissedReason } from '@sweepline/contract/robot';
import { recordMissed } from './missed.ts';
import { CoveragePicture } from '../picture.ts';
import type { Robot } from '../robot.ts';
import { saveUnfinished } from './unfinished.ts';

/** Closes the record of the current area, also when the run ends early. */
export function closeArea(robot: Robot, reason?: MissedReason) {
  const { run } = robot;
  const [area, canvas] = [run?.areas.at(-1), robot.tools.current?.work?.canvas];
  if (!run || !area || !canvas) return undefined;
  area.cleanedM2 = canvas.cleanedM2();
  saveUnfinished(robot, area.cleanedM2, area.plannedM2);
  recordMissed(robot, run, area.areaId, reason);
  if (canvas.coverage) {
    robot.picture ??= new CoveragePicture(robot.world.grid);
    robot.picture.add(canvas.coverage);
  }
  robot.setToolDown(false);
  robot.tools.putAway();
  robot.progress = undefined;
  robot.serviceDue = () => false;
  return area;
}

import type { ActionV3 } from '@sweepline/contract/robot';
import type { Robot } from '../robot.ts';

export const isSkipped = ({ run }: Robot, actionId: string) => run?.skipped.includes(actionId) ?? false;

/**
 * Skips an area. Returns false when no such area is ahead, or it is done. The current area ends where the robot is; an area
 * interrupted at the charger ends when it resumes.
 */
export function skipArea(robot: Robot, orderId: string, actionId: string): boolean {
  const { run, orders } = robot;
  const { actions } = orders.entry;
  const action = actions.find((state) => state.actionId === actionId && state.actionType === 'cleanArea');
  if (!run || !action || orders.orderId !== orderId || isSkipped(robot, actionId)) return false;
  if (action.actionStatus === 'FINISHED' || action.actionStatus === 'FAILED') return false;
  run.skipped.push(actionId);
  if (action.actionStatus === 'RUNNING' && !robot.immobile && robot.activity.doing?.do === 'drive')
    robot.activity.end('done');
  return true;
}

/** Skips an area that was to be skipped before it began; it still counts as planned. */
export function skipUnbegun(robot: Robot, { actionId, actionType }: ActionV3): boolean {
  const { run, orders } = robot;
  // `cleanArea` ends an area that has begun.
  if (!run || actionType !== 'cleanArea' || !isSkipped(robot, actionId)) return false;
  if (orders.statusOf(actionId) !== 'WAITING') return false;
  const ahead = run.ahead.find((area) => area.actionId === actionId);
  if (ahead) {
    run.ahead = run.ahead.filter((area) => area !== ahead);
    run.areas.push(ahead.record);
    const { x, y } = ahead.inside;
    run.missed.push({ areaId: ahead.record.areaId, x, y, reason: 'STOPPED' });
  }
  run.areaIndex = Math.min(run.areaCount - 1, run.areaIndex + 1);
  const result = { plannedM2: ahead?.record.plannedM2 ?? 0, cleanedM2: 0, coverage: 0, skipped: true };
  // FINISHED, not FAILED: a user requested it, and the run continues.
  orders.set(actionId, 'FINISHED', JSON.stringify(result));
  return true;
}

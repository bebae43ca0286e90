import type { ActionV3 } from '@sweepline/contract/robot';
import type { Robot } from '../robot.ts';

export const isSkipped = ({ run }: Robot, actionId: string) => run?.skipped.includes(actionId) ?? false;

/**
 * Somebody wants an area left out. False when there is no such area to come, or it is done. One that is being cleaned ends where
 * it is; one that waits at the charger ends when its turn comes again.
 */
export function skipArea(robot: Robot, orderId: string, actionId: string): boolean {
  const { run, book } = robot;
  const { actions } = book.entry;
  const action = actions.find((it) => it.actionId === actionId && it.actionType === 'cleanArea');
  if (!run || !action || book.orderId !== orderId || isSkipped(robot, actionId)) return false;
  if (action.actionStatus === 'FINISHED' || action.actionStatus === 'FAILED') return false;
  run.skipped.push(actionId);
  if (action.actionStatus === 'RUNNING' && !robot.held && robot.activity.doing?.do === 'drive')
    robot.activity.end('done');
  return true;
}

/** Passes over an area that was left out before its turn came; it was planned all the same. */
export function leaveOut(robot: Robot, { actionId, actionType }: ActionV3): boolean {
  const { run, book } = robot;
  // One that was begun is brought to its end by who cleans it.
  if (!run || actionType !== 'cleanArea' || !isSkipped(robot, actionId)) return false;
  if (book.statusOf(actionId) !== 'WAITING') return false;
  const ahead = run.ahead.find((it) => it.actionId === actionId);
  if (ahead) {
    run.ahead = run.ahead.filter((it) => it !== ahead);
    run.areas.push(ahead.record);
    const { x, y } = ahead.inside;
    run.missed.push({ areaId: ahead.record.areaId, x, y, reason: 'STOPPED' });
  }
  run.areaIndex = Math.min(run.areaCount - 1, run.areaIndex + 1);
  const result = { plannedM2: ahead?.record.plannedM2 ?? 0, cleanedM2: 0, coverage: 0, skipped: true };
  // Finished, not failed: it ended as somebody wished, and the run goes on.
  book.set(actionId, 'FINISHED', JSON.stringify(result));
  return true;
}

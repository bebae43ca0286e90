import type { AiSection, JobWait } from '@sweepline/contract/robot';
import type { Robot } from '../../robot/robot.ts';
import type { CollectionRecord } from './collection-record.ts';

/** Pictures that wait on the disk for a network; then the robot takes no more. */
export const maxStored = 1_000;

/** Why the robot takes no pictures now: no consent for this place and time, or no task. */
export function barrierOf(
  robot: Robot,
  { params }: CollectionRecord,
  allowed: AiSection['collections'][number] | undefined,
  nowMs: number,
): JobWait[] {
  const isAllowed =
    allowed !== undefined &&
    nowMs < Date.parse(allowed.until) &&
    allowed.mapIds.includes(robot.world.mapId) &&
    robot.settings['aiCollectAllowed'] === true;
  if (!isAllowed) return [{ for: 'CONSENT' }];
  return params.during === 'TASKS' && !robot.orders.active ? [{ for: 'TASK' }] : [];
}

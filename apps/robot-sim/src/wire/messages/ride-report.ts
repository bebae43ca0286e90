import type { Robot } from '../../robot/robot.ts';
import type { Publisher } from '../connection/publisher.ts';

/** Says what there is to say about the present ride. */
export function tellRide(robot: Robot, publisher: Pick<Publisher, 'publish' | 'publishDurable'>): void {
  const { ride } = robot;
  const due = ride?.due();
  if (due?.isDurable) publisher.publishDurable('xRide', due.body);
  else if (due) publisher.publish('xRide', due.body);
  if (ride?.hasEnded) robot.ride = undefined;
}

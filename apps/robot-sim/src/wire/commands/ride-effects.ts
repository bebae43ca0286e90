import { uuidPattern } from '@sweepline/contract/robot';
import { z } from 'zod';
import { Ride } from '../../robot/drive/ride.ts';
import { startRide } from '../../robot/drive/riding.ts';
import { moves, type CommandContext, type Effects } from './command-context.ts';
import { rejected, succeeded } from './commands.ts';

const place = z.object({ x: z.number(), y: z.number(), theta: z.number() });
const params = z.object({
  rideId: z.string().regex(uuidPattern),
  liftId: z.string(),
  fromFloor: z.string(),
  toFloor: z.string(),
  call: place,
  entry: place,
  inside: place,
  exitMapId: z.string(),
  exit: place,
});

/** Rides without an order (docs/protocol/orders.md#elevator-rides). */
export const rideEffects = ({ robot, floors, now }: CommandContext): Effects => ({
  'ride.start': (command) => {
    const parsed = params.safeParse(command.params);
    if (!parsed.success) return rejected('BAD_PARAMS', parsed.error.issues[0]?.path.join('.') ?? '');
    if (robot.settings['liftEnabled'] === false) return rejected('UNSUPPORTED', 'liftEnabled');
    if (robot.orders.active) return rejected('RUN_ACTIVE');
    if (robot.relocating) return rejected('RELOCATING');
    if (robot.ride || moves(robot) || robot.teleop.open || robot.reportedMode === 'ERROR')
      return rejected('MODE_FORBIDS', robot.reportedMode);
    if (!floors.floorOf(parsed.data.exitMapId)) return rejected('MAP_DIFFERS', parsed.data.exitMapId);
    startRide(robot, new Ride(parsed.data, now), floors);
    return succeeded();
  },
});

import { breakOff } from '../../robot/drive/order-work.ts';
import type { CommandContext, Effects } from './command-context.ts';
import { rejected, succeeded } from './commands.ts';

/** What binds a robot to the console (2.23). */
export const bindingEffects = (board: CommandContext): Effects => ({
  'device.freeze': () => {
    const { robot } = board;
    if (robot.book.active) breakOff(robot, 'FROZEN');
    robot.frozen = true;
    return succeeded();
  },

  'device.unbind': ({ params }) =>
    params['wipe'] === true ? succeeded(board.unbind()) : rejected('BAD_PARAMS', 'wipe'),

  'device.unfreeze': () => {
    board.robot.frozen = false;
    return succeeded();
  },
});

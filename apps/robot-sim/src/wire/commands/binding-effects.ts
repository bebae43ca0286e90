import { abortOrder } from '../../robot/drive/order-work.ts';
import type { CommandContext, Effects } from './command-context.ts';
import { rejected, succeeded } from './commands.ts';

/** Freeze and unbind commands (docs/protocol/credentials.md#freezing, #unbinding). */
export const bindingEffects = (context: CommandContext): Effects => ({
  'device.freeze': () => {
    const { robot } = context;
    if (robot.orders.active) abortOrder(robot, 'FROZEN');
    robot.frozen = true;
    return succeeded();
  },

  'device.unbind': ({ params }) =>
    params['wipe'] === true ? succeeded(context.unbind()) : rejected('BAD_PARAMS', 'wipe'),

  'device.unfreeze': () => {
    context.robot.frozen = false;
    return succeeded();
  },
});

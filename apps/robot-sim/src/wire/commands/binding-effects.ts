import { abortOrder } from '../../robot/drive/order-work.ts';
import type { CommandContext, Effects } from './command-context.ts';
import { failed, rejected, succeeded } from './commands.ts';

/** Freezing, unbinding and renewal (docs/protocol/credentials.md#freezing, #unbinding, #renewal). */
export const bindingEffects = (context: CommandContext): Effects => ({
  'device.freeze': () => {
    const { robot } = context;
    if (robot.orders.active) abortOrder(robot, 'FROZEN');
    robot.frozen = true;
    return succeeded();
  },

  'device.unbind': ({ params }) =>
    params['wipe'] === true ? succeeded(context.unbind()) : rejected('BAD_PARAMS', 'wipe'),

  'device.rotateCredential': (_command, end) => {
    const { rotateCredential } = context;
    if (!rotateCredential) return rejected('UNSUPPORTED', 'no certificate');
    rotateCredential().then(
      (result) => end(succeeded(result)),
      (error: unknown) => end(failed('DOWNLOAD', error instanceof Error ? error.message : String(error))),
    );
    return undefined;
  },

  'device.unfreeze': () => {
    context.robot.frozen = false;
    return succeeded();
  },
});

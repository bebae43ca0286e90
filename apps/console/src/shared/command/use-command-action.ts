import type { Call, Command, Sent } from '@sweepline/contract';
import { deviceName } from '../robot/use-device-choices.ts';
import { useAction } from '../../kit/api/use-action.ts';
import { trackCommand } from './tracked-commands.ts';

/** A call whose answer is the command it became: what a person sees of it from then on is its life. */
type Commanding<C extends Call> = C & { output: { _output: Command } };

/** Gives a command and follows it to its end. It says nothing by itself: only the robot can say that it was done. */
export function useCommandAction<C extends Call>(
  call: Commanding<C>,
  device: { nickname: string; sn: string },
  after?: (command: Command, input: Sent<C>) => void,
) {
  return useAction<C>(call, {
    done: null,
    quiet: true,
    also: ['commands'],
    after: (output, input) => {
      // The call's own type says that it answers a command.
      const command = output as Command;
      trackCommand(command, deviceName(device));
      after?.(command, input);
    },
  });
}

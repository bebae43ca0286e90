import type { Call, Command, Sent } from '@sweepline/contract';
import { deviceName } from '../robot/use-device-choices.ts';
import { useAction } from '../../kit/api/use-action.ts';
import { trackCommand } from './tracked-commands.ts';

/** A call that returns the command it created. */
type Commanding<C extends Call> = C & { output: { _output: Command } };

/** Issues a command and tracks it to its end. It shows no toast, because only the robot can confirm success. */
export function useCommandAction<C extends Call>(
  call: Commanding<C>,
  device: { nickname: string; sn: string },
  after?: (command: Command, input: Sent<C>) => void,
  /** `silent`: the dialog shows the refusal itself. */
  { silent = false }: { silent?: boolean } = {},
) {
  return useAction<C>(call, {
    done: null,
    quiet: true,
    silent,
    also: ['commands'],
    after: (output, input) => {
      // The type `Commanding` guarantees that the output is a command.
      const command = output as Command;
      trackCommand(command, deviceName(device));
      after?.(command, input);
    },
  });
}

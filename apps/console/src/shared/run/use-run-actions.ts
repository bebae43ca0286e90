import { runCalls, taskCalls, type Run } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { deviceName } from '../robot/use-device-choices.ts';
import { useAction } from '../../kit/api/use-action.ts';

export type RunVerb = 'pause' | 'resume' | 'stop';

const reached: Record<RunVerb, readonly Run['state'][]> = {
  pause: ['PAUSED'],
  resume: ['IN_PROGRESS'],
  stop: ['INTERRUPTED', 'FAILED'],
};
export const hasReached = (verb: RunVerb, state: Run['state']) => reached[verb].includes(state);

/** Pause, resume and stop. The robot decides: until it confirms, the state is "sent", never "done". */
export function useRunActions(options: { after?: (verb: RunVerb) => void; silent?: boolean } = {}) {
  const { t } = useTranslation('run');
  const { after, silent = false } = options;
  const messages = (verb: RunVerb) => ({
    done: (run: Run) =>
      t(hasReached(verb, run.state) ? `runDone.${verb}` : `runSent.${verb}`, {
        device: deviceName(run.device),
      }),
    after: () => after?.(verb),
    also: [taskCalls.list.family],
    quiet: true,
    silent,
  });
  return {
    pause: useAction(runCalls.pause, messages('pause')),
    resume: useAction(runCalls.resume, messages('resume')),
    stop: useAction(runCalls.stop, messages('stop')),
  };
}

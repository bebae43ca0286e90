import { taskCalls, type Task } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import type { IconName } from '../../../kit/ui/icons.ts';
import { may } from '../../../kit/api/may.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';
import { useAction } from '../../../kit/api/use-action.ts';

const styles: Record<NonNullable<Task['sync']>['state'], { tone: Tone; icon: IconName }> = {
  SYNCED: { tone: 'working', icon: 'check' },
  WAITING: { tone: 'waiting', icon: 'clock' },
  SENDING: { tone: 'moving', icon: 'upload' },
  FAILED: { tone: 'fault', icon: 'alert' },
};

/** Whether the robot has the current version of this task; an offline robot cleans by its own copy. */
export function TaskSync({ task }: { task: Task }) {
  const { t } = useTranslation('work/tasks');
  const again = useAction(taskCalls.syncAgain, { done: t('syncSent'), quiet: true });
  if (!task.sync) return null;
  const { state, code } = task.sync;
  return (
    <p title={t('syncHint')}>
      <StateMark {...styles[state]} word={t(`sync.${state}`)} /> {code && <small>{code}</small>}
      {state === 'FAILED' && may(taskCalls.syncAgain.allow) && (
        <Button look="quiet" icon="refresh" onClick={() => again.mutate({ id: task.id })}>
          {t('syncAgain')}
        </Button>
      )}
    </p>
  );
}

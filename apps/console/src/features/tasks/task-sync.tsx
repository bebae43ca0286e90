import { taskCalls, type Task } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import type { IconName } from '../../kit/icons.ts';
import { may } from '../../kit/may.ts';
import { StateMark } from '../../kit/state-mark.tsx';
import type { Tone } from '../../kit/theme.ts';
import { useAction } from '../../kit/use-action.ts';

const looks: Record<NonNullable<Task['sync']>['state'], { tone: Tone; icon: IconName }> = {
  SYNCED: { tone: 'working', icon: 'check' },
  WAITING: { tone: 'waiting', icon: 'clock' },
  SENDING: { tone: 'moving', icon: 'upload' },
  FAILED: { tone: 'fault', icon: 'alert' },
};

/** Whether the robot has this task as it is here; it cleans by it when it cannot reach us. */
export function TaskSync({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const again = useAction(taskCalls.syncAgain, { done: t('syncSent'), quiet: true });
  if (!task.sync) return null;
  const { state, code } = task.sync;
  return (
    <p title={t('syncHint')}>
      <StateMark {...looks[state]} word={t(`sync.${state}`)} /> {code && <small>{code}</small>}
      {state === 'FAILED' && may(taskCalls.syncAgain.allow) && (
        <Button look="quiet" icon="refresh" onClick={() => again.mutate({ id: task.id })}>
          {t('syncAgain')}
        </Button>
      )}
    </p>
  );
}

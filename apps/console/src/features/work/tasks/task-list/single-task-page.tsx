import { pages, runCalls, taskCalls } from '@sweepline/contract';
import { obstacleTo } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { flushSync } from 'react-dom';
import { useNavigate, useSearchParams } from 'react-router';
import { Button } from '../../../../kit/ui/button.tsx';
import { may } from '../../../../kit/api/may.ts';
import { deviceName } from '../../../../shared/robot/use-device-choices.ts';
import { useObstacleWord } from '../../../../shared/run/use-obstacle-word.ts';
import { useAction } from '../../../../kit/api/use-action.ts';
import { Refusal } from '../../../../kit/form/refusal.tsx';
import { TaskForm } from '../task-form/task-form.tsx';
import { blankTask, definitionOf, nameOfAreas } from '../task-form/task-form-values.ts';
import { presetOf } from '../task-form/task-preset.ts';
import { useFormData } from '../task-form/use-form-data.ts';
import { useTaskForm } from '../task-form/use-task-form.ts';

/** Starts a single cleaning without saving a task. */
export function SingleTaskPage() {
  const { t } = useTranslation('work/tasks');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const form = useTaskForm(blankTask(presetOf(params)), false);
  const data = useFormData(form);
  const { device } = data;
  const count = data.chosen.length;
  const obstacleWord = useObstacleWord();
  const obstacle = device && obstacleTo('CLEAN', device, form.values.mapId);
  const send = useAction(taskCalls.cleanNow, {
    done: null,
    also: [runCalls.list.family],
    silent: true,
    after: (run) => {
      flushSync(form.settle);
      void navigate(pages.task({ run: run.id }), { replace: true });
    },
  });
  const start = () => {
    if (form.check()) {
      const name = form.values.name || nameOfAreas(data.chosen);
      send.mutate(definitionOf({ ...form.values, name }), { onError: form.refuse });
    }
  };
  return (
    <TaskForm
      title={t('cleanNow')}
      form={form}
      data={data}
      onSubmit={start}
      refusal={
        <>
          {obstacle && <p role="status">{obstacleWord(obstacle, device)}</p>}
          <Refusal error={send.error} />
        </>
      }
      buttons={
        may(taskCalls.cleanNow.allow) && (
          <Button
            look="main"
            icon="play"
            type="submit"
            busy={send.isPending}
            disabled={obstacle !== undefined}
          >
            {device && count > 0 ? t('sendAct', { device: deviceName(device), count }) : t('sendPlain')}
          </Button>
        )
      }
    />
  );
}

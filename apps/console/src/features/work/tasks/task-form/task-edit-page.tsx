import { pages, runCalls, taskCalls, type Task } from '@sweepline/contract';
import { mayAct } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { flushSync } from 'react-dom';
import { useNavigate, useSearchParams } from 'react-router';
import { Button } from '../../../../kit/ui/button.tsx';
import { may } from '../../../../kit/api/may.ts';
import { usePageName } from '../../../../kit/ui/page-name.ts';
import { deviceName } from '../../../../shared/robot/use-device-choices.ts';
import { useAction } from '../../../../kit/api/use-action.ts';
import { Refusal } from '../../../../kit/form/refusal.tsx';
import { TaskForm } from './task-form.tsx';
import { blankTask, definitionOf, valuesOf } from './task-form-values.ts';
import { presetOf } from './task-preset.ts';
import { useFormData } from './use-form-data.ts';
import { useTaskForm } from './use-task-form.ts';

/** The page that creates or changes a task. */
export function TaskEditPage({ task }: { task?: Task }) {
  const { t } = useTranslation('work/tasks');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const title = task ? t('editTitle', { name: task.name }) : t('newTask');
  usePageName(title);
  const form = useTaskForm(task ? valuesOf(task) : blankTask(presetOf(params)), true);
  const data = useFormData(form);
  const { device } = data;
  const count = data.chosen.length;
  const { mapId } = form.values;
  const leave = (address: string) => {
    flushSync(form.settle);
    void navigate(address, { replace: true });
  };

  const messages = { done: ({ name }: Task) => t('savedTask', { name }), silent: true };
  const create = useAction(taskCalls.create, messages);
  const update = useAction(taskCalls.update, messages);
  const start = useAction(taskCalls.start, { done: null, also: [runCalls.list.family] });

  const save = async (): Promise<Task | null> => {
    if (!form.check()) return null;
    const input = { ...definitionOf(form.values), name: form.values.name };
    try {
      return task
        ? await update.mutateAsync({ ...input, id: task.id, version: task.version })
        : await create.mutateAsync(input);
    } catch (error) {
      if (error instanceof Error) form.refuse(error);
      return null;
    }
  };
  const saveOnly = async () => {
    const saved = await save();
    if (saved) leave(pages.task({ id: saved.id }));
  };
  const saveAndStart = async () => {
    const saved = await save();
    if (!saved) return;
    // The task is saved even when the robot cannot start; its own page offers the start again.
    start.mutate(
      { id: saved.id },
      {
        onSuccess: (run) => leave(pages.task({ run: run.id })),
        onError: () => leave(pages.task({ id: saved.id })),
      },
    );
  };
  const busy = create.isPending || update.isPending || start.isPending;

  return (
    <TaskForm
      title={title}
      form={form}
      data={data}
      onSubmit={() => void saveOnly()}
      refusal={<Refusal error={create.error ?? update.error} />}
      buttons={
        <>
          {!task && device && count > 0 && may(taskCalls.start.allow) && mayAct('CLEAN', device, mapId) && (
            <Button icon="play" busy={busy} onClick={() => void saveAndStart()}>
              {t('saveAndSend', { device: deviceName(device), count })}
            </Button>
          )}
          <Button look="main" type="submit" busy={busy}>
            {t('saveAct')}
          </Button>
        </>
      }
    />
  );
}

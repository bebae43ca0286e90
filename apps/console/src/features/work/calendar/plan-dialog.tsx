import { calendarCalls, scheduleCalls, taskCalls, type Schedule, type Sent } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { PlanCheck } from './plan-check.tsx';
import { PolicyFields, TaskField, WhenFields } from './plan-fields.tsx';

type Draft = Partial<Sent<typeof scheduleCalls.create>>;

interface Props {
  /** The plan to edit; none for a new one. */
  schedule?: Schedule | undefined;
  draft?: Draft;
  onClose: () => void;
}

const none: Draft = {};
const usual: Draft = {
  kind: 'ONCE',
  endDate: null,
  weekdays: [],
  rrule: '',
  minutes: 60,
  missed: 'CATCH_UP',
  startLatestMin: 30,
  onHolidays: 'RUN',
};
const also = [calendarCalls.range.family, taskCalls.list.family];

const editable = (schedule: Schedule): Sent<typeof scheduleCalls.update> => {
  const { id, version, taskId, kind, startDate, endDate, time, weekdays, rrule, timezone } = schedule;
  const { minutes, missed, startLatestMin, onHolidays } = schedule;
  const when = { kind, startDate, endDate, time, weekdays, rrule, timezone };
  return { id, version, taskId, ...when, minutes, missed, startLatestMin, onHolidays };
};

/** Creates or changes a plan, with a preview of its effect beside the fields. */
export function PlanDialog({ schedule, draft = none, onClose }: Props) {
  const { t } = useTranslation('work/calendar');
  const taskId = schedule?.taskId ?? draft.taskId;
  const { data: task } = useQuery({
    ...callQuery(taskCalls.detail, { id: taskId ?? '' }),
    enabled: taskId !== undefined,
  });
  const fields = (
    <>
      <TaskField task={task} />
      <WhenFields />
      <PolicyFields />
      <PlanCheck scheduleId={schedule?.id} />
    </>
  );
  return schedule ? (
    <FormDialog
      title={t('editPlan')}
      call={scheduleCalls.update}
      initial={editable(schedule)}
      submit={t('savePlan')}
      done={t('saved', { task: schedule.taskName })}
      also={also}
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  ) : (
    <FormDialog
      title={t('newPlan')}
      call={scheduleCalls.create}
      initial={{ ...usual, ...draft }}
      submit={t('plan')}
      done={t('planned')}
      also={also}
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  );
}

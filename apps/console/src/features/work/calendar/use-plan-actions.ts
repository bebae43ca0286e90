import {
  calendarCalls,
  scheduleCalls,
  taskCalls,
  type PlannedStart,
  type Schedule,
} from '@sweepline/contract';
import { clockAt, momentOf, weekdayOf } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { send } from '../../../kit/api/api.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { clockOf } from './calendar-rules.ts';

/** A day and a minute of it, in the time zone of the calendar. */
export interface Spot {
  date: string;
  minute: number;
}

/** The same moment in the time zone of the plan. */
const spotIn = (spot: Spot, calendarZone: string, zone: string) => {
  const [date = '', time = ''] = clockAt(momentOf(spot.date, clockOf(spot.minute), calendarZone), zone).split(
    'T',
  );
  return { date, time };
};

const definitionOf = (schedule: Schedule) => {
  const { taskId, kind, startDate, endDate, time, weekdays, rrule, timezone } = schedule;
  const { minutes, missed, startLatestMin, onHolidays, id, version } = schedule;
  const when = { kind, startDate, endDate, time, weekdays, rrule, timezone };
  return { id, version, taskId, ...when, minutes, missed, startLatestMin, onHolidays };
};

/** The weekdays of a plan after a drag from one weekday to another. */
const movedDays = ({ kind, weekdays }: Schedule, from: string, to: string) =>
  kind === 'WEEKLY'
    ? [...new Set([...weekdays.filter((it) => it !== weekdayOf(from)), weekdayOf(to)])].toSorted()
    : weekdays;

const also = [calendarCalls.range.family, taskCalls.list.family];

/** The changes of plans on the calendar itself; each can be undone. */
export function usePlanActions(zone: string) {
  const { t } = useTranslation('work/calendar');
  const done = t('moved');
  const exceptBack = useAction(scheduleCalls.except, { done: t('movedBack'), also, quiet: true });
  const except = useAction(scheduleCalls.except, {
    done: (_, { exception }) =>
      exception?.kind === 'SKIP' ? t('skipped') : exception ? done : t('movedBack'),
    undo: ({ id, version }, { date }) => exceptBack.mutate({ id, version, date, exception: null }),
    also,
    quiet: true,
  });
  const changed = useAction(scheduleCalls.update, { done, also, quiet: true });
  const setEnabled = useAction(scheduleCalls.setEnabled, {
    done: ({ enabled }) => t(enabled ? 'switchedOn' : 'switchedOff'),
    also,
    quiet: true,
  });
  const remove = useAction(scheduleCalls.remove, { done: t('deleted'), also });
  const scheduleOf = ({ scheduleId }: PlannedStart) =>
    send(scheduleCalls.detail, { id: scheduleId }, { quiet: true });

  return {
    remove,
    setEnabled,
    /** Only this day of a plan. */
    moveOne: async (start: PlannedStart, to: Spot) => {
      const { id, version, timezone } = await scheduleOf(start);
      const { date: toDate, time: toTime } = spotIn(to, zone, timezone);
      except.mutate({
        id,
        version,
        date: start.date,
        exception: { kind: 'MOVE', date: start.date, toDate, toTime },
      });
    },
    /** The whole plan: its time, and its day where it has one. */
    moveAll: async (start: PlannedStart, to: Spot, minutes: number) => {
      const schedule = await scheduleOf(start);
      const { date, time } = spotIn(to, zone, schedule.timezone);
      const weekdays = movedDays(schedule, start.date, date);
      const startDate = schedule.kind === 'ONCE' ? date : schedule.startDate;
      changed.mutate({ ...definitionOf(schedule), time, weekdays, startDate, minutes });
    },
    /** A new length for all its days. */
    resize: async (start: PlannedStart, minutes: number) => {
      changed.mutate({ ...definitionOf(await scheduleOf(start)), minutes });
    },
    skip: async (start: PlannedStart) => {
      const { id, version } = await scheduleOf(start);
      except.mutate({ id, version, date: start.date, exception: { kind: 'SKIP', date: start.date } });
    },
    restore: async (start: PlannedStart) => {
      const { id, version } = await scheduleOf(start);
      except.mutate({ id, version, date: start.date, exception: null });
    },
  };
}
export type PlanActions = ReturnType<typeof usePlanActions>;

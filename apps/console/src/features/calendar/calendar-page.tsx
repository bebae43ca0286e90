import { scheduleCalls, type PlannedStart } from '@sweepline/contract';
import { laterDate } from '@sweepline/contract/robot';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/ui/failure.tsx';
import { may } from '../../kit/api/may.ts';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { useAddress } from '../../kit/list/use-address.ts';
import type { Shift } from './calendar-block.tsx';
import { CalendarGrid } from './calendar-grid.tsx';
import { CalendarHead } from './calendar-head.tsx';
import { CalendarMonth } from './calendar-month.tsx';
import { clockOf, dayMin, placeOf, type GridColumn } from './calendar-rules.ts';
import { HolidayDialog } from './holiday-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { StartPanel } from './start-panel.tsx';
import { useCalendar } from './use-calendar.ts';
import { useCalendarWords } from './use-calendar-words.ts';
import { usePlanActions, type Spot } from './use-plan-actions.ts';
import './calendar.css';

interface Move {
  start: PlannedStart;
  to: Spot;
  minutes: number;
}

interface Draft {
  taskId?: string;
  startDate: string;
  time: string;
  minutes: number;
}
/** A new plan opened from a task's page: tomorrow morning, to be changed. */
const firstDraft = (taskId: string, today: string): Draft => ({
  taskId,
  startDate: laterDate(today, 1),
  time: '08:00',
  minutes: 60,
});

/** Planned starts and their results, by month, week, day, or robot. */
export function CalendarPage() {
  const { t } = useTranslation('calendar');
  const calendar = useCalendar();
  const { view, day, days, zone, now, starts, holidays, today, query, selected, select } = calendar;
  const words = useCalendarWords();
  const actions = usePlanActions(zone);
  const [planFor, setPlanFor] = useAddress('plan');
  const [draft, setDraft] = useState<Draft | null>(planFor ? firstDraft(planFor, today) : null);
  const [moving, setMoving] = useState<Move | null>(null);
  const [resting, setResting] = useState(false);
  const mayPlan = may(scheduleCalls.create.allow);
  const open = (start: PlannedStart) => select(start.key);

  const move = (change: Move) => {
    const from = placeOf(change.start.dueAt, zone);
    if (from.date === change.to.date && from.minute === change.to.minute) {
      if (change.minutes !== change.start.minutes) void actions.resize(change.start, change.minutes);
    } else if (change.start.recurring) setMoving(change);
    else void actions.moveAll(change.start, change.to, change.minutes);
  };
  const shift = (start: PlannedStart, { minutes, days: by, longer }: Shift) => {
    const from = placeOf(start.dueAt, zone);
    const minute = Math.min(dayMin - 15, Math.max(0, from.minute + minutes));
    const date = laterDate(from.date, by);
    move({ start, to: { date, minute }, minutes: Math.max(15, start.minutes + longer) });
  };
  const plan = (startDate: string, from: number, minutes: number) =>
    setDraft({ startDate, time: clockOf(from), minutes });
  const columns: GridColumn[] =
    view === 'robots'
      ? calendar.devices.map(({ id, nickname, sn }) => ({
          key: id,
          date: day,
          deviceId: id,
          title: nickname || sn,
          sub: sn,
        }))
      : days.map((date) => ({ key: date, date, deviceId: null, ...words.dayTitle(date) }));
  const chosen = starts.find(({ key }) => key === selected);
  const label = words.rangeTitle(view, days);

  return (
    <section className="plan-page" aria-busy={query.isFetching}>
      <CalendarHead
        calendar={calendar}
        label={label}
        mayPlan={mayPlan}
        onPlan={() => plan(days.includes(today) ? today : (days[0] ?? day), 8 * 60, 60)}
        onHolidays={() => setResting(true)}
      />
      {query.error && !query.data && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && !query.error && <Skeleton lines={12} />}
      {query.data?.more && <p className="plan-note">{t('tooMany')}</p>}
      {query.data &&
        (view === 'month' ? (
          <CalendarMonth
            label={label}
            days={days}
            starts={starts}
            zone={zone}
            today={today}
            holidays={holidays}
            mayPlan={mayPlan}
            month={day.slice(0, 7)}
            weekdays={words.weekdays(days)}
            onPlan={(date) => plan(date, 8 * 60, 60)}
            onMove={(start, date) =>
              move({ start, to: { date, minute: placeOf(start.dueAt, zone).minute }, minutes: start.minutes })
            }
            onOpen={open}
            onDay={(date) => {
              calendar.setDay(date);
              calendar.setView('day');
            }}
          />
        ) : (
          <CalendarGrid
            label={label}
            columns={columns}
            starts={starts}
            zone={zone}
            now={now}
            selected={selected}
            holidays={holidays}
            mayPlan={mayPlan}
            onPlan={(column, from, to) => plan(column.date, from, to - from)}
            onMove={(start, column, minute, minutes) =>
              move({ start, to: { date: column.date, minute }, minutes })
            }
            onShift={shift}
            onOpen={open}
          />
        ))}
      {draft && (
        <PlanDialog
          draft={{ ...draft, timezone: zone }}
          onClose={() => {
            setDraft(null);
            setPlanFor('');
          }}
        />
      )}
      {chosen && <StartPanel start={chosen} actions={actions} onClose={() => select('')} />}
      {moving && <Moving moving={moving} actions={actions} onClose={() => setMoving(null)} />}
      {resting && <HolidayDialog today={today} onClose={() => setResting(false)} />}
    </section>
  );
}

interface MovingProps {
  moving: Move;
  actions: ReturnType<typeof usePlanActions>;
  onClose: () => void;
}

const Moving = ({ moving: { start, to, minutes }, actions, onClose }: MovingProps) => (
  <MoveDialog
    start={start}
    onOne={() => {
      void actions.moveOne(start, to);
      onClose();
    }}
    onAll={() => {
      void actions.moveAll(start, to, minutes);
      onClose();
    }}
    onClose={onClose}
  />
);

import { scheduleCalls } from '@sweepline/contract';
import { laterDate } from '@sweepline/contract/robot';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../kit/ui/failure.tsx';
import { may } from '../../../kit/api/may.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { CalendarHead } from './calendar-head.tsx';
import { clockOf, placeOf, proposedStart } from './calendar-rules.ts';
import { CalendarView } from './calendar-view.tsx';
import { HolidayDialog } from './holiday-dialog.tsx';
import { MaintenanceDays } from './maintenance/maintenance-days.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { StartPanel } from './start-panel.tsx';
import { useCalendar } from './use-calendar.ts';
import { useCalendarWords } from './use-calendar-words.ts';
import { usePlanActions, type PlanActions } from './use-plan-actions.ts';
import { usePlanMoves, type Move } from './use-plan-moves.ts';
import './calendar.css';

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
  const { t } = useTranslation('work/calendar');
  const calendar = useCalendar();
  const { view, days, zone, now, starts, today, query, selected, select } = calendar;
  const words = useCalendarWords();
  const actions = usePlanActions(zone);
  const moves = usePlanMoves(zone, actions);
  const [planFor, setPlanFor] = useAddress('plan');
  const [draft, setDraft] = useState<Draft | null>(planFor ? firstDraft(planFor, today) : null);
  const [resting, setResting] = useState(false);
  const mayPlan = may(scheduleCalls.create.allow);
  const plan = (startDate: string, from: number, minutes: number) =>
    setDraft({ startDate, time: clockOf(from), minutes });
  const chosen = starts.find(({ key }) => key === selected);
  const label = words.rangeTitle(view, days);
  const proposed = proposedStart(days, placeOf(now, zone));

  return (
    <section className="plan-page" aria-busy={query.isFetching}>
      <CalendarHead
        calendar={calendar}
        label={label}
        mayPlan={mayPlan}
        onPlan={() => plan(proposed.date, proposed.minute, 60)}
        onHolidays={() => setResting(true)}
      />
      {query.error && !query.data && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && !query.error && <Skeleton lines={12} />}
      {query.data?.more && <p className="plan-note">{t('tooMany')}</p>}
      {query.data && (
        <CalendarView
          calendar={calendar}
          words={words}
          label={label}
          moves={moves}
          mayPlan={mayPlan}
          onPlan={plan}
          onOpen={({ key }) => select(key)}
        />
      )}
      {/* Below the hours and after them, so that nothing moves when it arrives. */}
      {query.data && <MaintenanceDays calendar={calendar} />}
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
      {moves.asked && <Moving moving={moves.asked} actions={actions} onClose={moves.close} />}
      {resting && <HolidayDialog today={today} onClose={() => setResting(false)} />}
    </section>
  );
}

interface MovingProps {
  moving: Move;
  actions: PlanActions;
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

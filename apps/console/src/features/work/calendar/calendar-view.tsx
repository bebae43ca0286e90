import type { PlannedStart } from '@sweepline/contract';
import { useAppointments } from '../../../shared/work-orders/use-appointments.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { CalendarMonth } from './calendar-month.tsx';
import { placeOf, proposedStart, type GridColumn } from './calendar-rules.ts';
import type { Calendar } from './use-calendar.ts';
import type { CalendarWords } from './use-calendar-words.ts';
import type { PlanMoves } from './use-plan-moves.ts';
import { useCalendarKeys } from './use-calendar-keys.ts';

interface Props {
  calendar: Calendar;
  words: CalendarWords;
  label: string;
  moves: PlanMoves;
  mayPlan: boolean;
  onPlan: (date: string, from: number, minutes: number) => void;
  onOpen: (start: PlannedStart) => void;
}

/** The month, or the grid of hours. */
export function CalendarView({ calendar, words, label, moves, mayPlan, onPlan, onOpen }: Props) {
  const { view, day, days, zone, now, today, starts, holidays, query, selected } = calendar;
  const appointments = useAppointments(calendar.range);
  // The month has no cursor.
  useCalendarKeys(mayPlan && view !== 'month');
  const showDay = (date: string) => {
    calendar.setDay(date);
    calendar.setView('day');
  };
  const planOn = (date: string) => {
    const at = date < today ? { date, minute: 8 * 60 } : proposedStart([date], placeOf(now, zone));
    onPlan(at.date, at.minute, 60);
  };
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
  return view === 'month' ? (
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
      onPlan={planOn}
      onMove={(start, date) =>
        moves.move({
          start,
          to: { date, minute: placeOf(start.dueAt, zone).minute },
          minutes: start.minutes,
        })
      }
      onOpen={onOpen}
      onDay={showDay}
    />
  ) : (
    <CalendarGrid
      label={label}
      columns={columns}
      starts={starts}
      visits={appointments?.list ?? []}
      settled={!query.isPlaceholderData}
      zone={zone}
      now={now}
      selected={selected}
      holidays={holidays}
      mayPlan={mayPlan}
      onPlan={(column, from, to) => onPlan(column.date, from, to - from)}
      onMove={(start, column, minute, minutes) =>
        moves.move({ start, to: { date: column.date, minute }, minutes })
      }
      onShift={moves.shift}
      onOpen={onOpen}
      onDay={showDay}
    />
  );
}

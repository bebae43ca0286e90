import type { PlannedStart } from '@sweepline/contract';
import { useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../kit/ui/icon.tsx';
import { formatClockIn } from '../../../kit/format/zone-time.ts';
import { isPast, placeOf } from './calendar-rules.ts';
import { startStyles } from './start-styles.ts';

interface Props {
  label: string;
  days: readonly string[];
  month: string;
  weekdays: readonly string[];
  starts: readonly PlannedStart[];
  zone: string;
  today: string;
  holidays: ReadonlyMap<string, string>;
  mayPlan: boolean;
  onPlan: (date: string) => void;
  onMove: (start: PlannedStart, date: string) => void;
  onOpen: (start: PlannedStart) => void;
  onDay: (date: string) => void;
}

/** Further starts of a day are a number that opens the day. */
const maxChips = 4;

/** Weeks downwards, a chip for each start; dragging a chip moves it to another day. */
export function CalendarMonth(props: Props) {
  const { label, days, month, weekdays, starts, zone, today, holidays, mayPlan } = props;
  const { onPlan, onMove, onOpen, onDay } = props;
  const { t } = useTranslation('work/calendar');
  const [over, setOver] = useState('');
  const byDay = Map.groupBy(starts, ({ dueAt }) => placeOf(dueAt, zone).date);
  const drop = (event: DragEvent, date: string) => {
    event.preventDefault();
    setOver('');
    const start = starts.find(({ key }) => key === event.dataTransfer.getData('text/plain'));
    if (start) onMove(start, date);
  };
  return (
    <section className="plan-month" aria-label={label}>
      {weekdays.map((name) => (
        <header key={name}>{name}</header>
      ))}
      {days.map((date) => {
        const all = byDay.get(date) ?? [];
        return (
          <div
            key={date}
            className={`plan-day${date.startsWith(month) ? '' : ' plan-day-other'}${over === date ? ' plan-day-over' : ''}${holidays.has(date) ? ' plan-holiday' : ''}`}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(date);
            }}
            onDrop={(event) => drop(event, date)}
          >
            <p className={date === today ? 'plan-today' : undefined}>
              <button type="button" className="plan-date" onClick={() => onDay(date)}>
                {Number(date.slice(8))}
              </button>
              <small>{holidays.get(date)}</small>
              {mayPlan && (
                <button
                  type="button"
                  className="plan-add"
                  aria-label={t('planOn', { date })}
                  onClick={() => onPlan(date)}
                >
                  <Icon name="plus" size={14} />
                </button>
              )}
            </p>
            {all.slice(0, all.length > maxChips ? maxChips - 1 : maxChips).map((start) => (
              <MonthChip
                key={start.key}
                start={start}
                zone={zone}
                movable={mayPlan && !isPast(start)}
                onOpen={onOpen}
              />
            ))}
            {all.length > maxChips && (
              <button type="button" className="plan-more" onClick={() => onDay(date)}>
                {t('more', { count: all.length - maxChips + 1 })}
              </button>
            )}
          </div>
        );
      })}
    </section>
  );
}

interface ChipProps {
  start: PlannedStart;
  zone: string;
  movable: boolean;
  onOpen: (start: PlannedStart) => void;
}

function MonthChip({ start, zone, movable, onOpen }: ChipProps) {
  const { t } = useTranslation('work/calendar');
  const style = startStyles[start.state];
  const from = formatClockIn(start.dueAt, start.timezone, zone);
  const name = t('blockName', {
    task: start.taskName,
    device: start.deviceName,
    from,
    state: t(`states.${start.state}`),
  });
  return (
    <button
      type="button"
      data-tone={style.tone}
      className={`plan-chip${start.enabled ? '' : ' plan-block-off'}`}
      draggable={movable}
      title={name}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', start.key)}
      onClick={() => onOpen(start)}
    >
      <Icon name={style.icon} size={12} strokeWidth={2.2} />
      <span>
        {from} {start.taskName}
      </span>
      <span className="sl-sr-only">
        {start.deviceName}: {t(`states.${start.state}`)}
      </span>
    </button>
  );
}

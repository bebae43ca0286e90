import type { PlannedStart } from '@sweepline/contract';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../kit/ui/icon.tsx';
import { keyboardScroll } from '../../kit/list/keyboard-scroll.ts';
import { CalendarBlock, type Shift } from './calendar-block.tsx';
import { clamp, clockOf, dayMin, layoutBlocks, placeOf, stepMin, type GridColumn } from './calendar-rules.ts';
import { usePlanDrag, type Drag } from './use-plan-drag.ts';

interface Props {
  label: string;
  columns: readonly GridColumn[];
  starts: readonly PlannedStart[];
  zone: string;
  now: string;
  selected: string;
  holidays: ReadonlyMap<string, string>;
  mayPlan: boolean;
  onPlan: (column: GridColumn, from: number, to: number) => void;
  onMove: (start: PlannedStart, column: GridColumn, from: number, minutes: number) => void;
  onShift: (start: PlannedStart, shift: Shift) => void;
  onOpen: (start: PlannedStart) => void;
}

const hourPx = 44;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const morning = 6;

const inColumn = (column: GridColumn, zone: string) => (start: PlannedStart) =>
  placeOf(start.dueAt, zone).date === column.date &&
  (column.deviceId === null || column.deviceId === start.deviceId);

/** The minimum width of one start beside others. */
const lanePx = 32;

/** Hours downwards; days, or the robots of one day, side by side. */
export function CalendarGrid(props: Props) {
  const { label, columns, starts, zone, now, selected, holidays, mayPlan, onPlan, onMove, onShift, onOpen } =
    props;
  const { t } = useTranslation('calendar');
  const scroller = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<{ column: number; minute: number } | null>(null);
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = morning * hourPx;
  }, []);
  const drop = ({ how, start, column, from, to }: Drag) => {
    const target = columns[column];
    if (!target) return;
    if (how === 'new') onPlan(target, from, to);
    else if (start) onMove(start, target, from, to - from);
  };
  const { drag, sketch, grab } = usePlanDrag({ zone, hourPx, onDrop: drop });
  const nowPlace = placeOf(now, zone);

  const steer = (event: KeyboardEvent) => {
    const at = cursor ?? { column: 0, minute: morning * 60 };
    const moves: Record<string, { column: number; minute: number }> = {
      ArrowUp: { ...at, minute: at.minute - stepMin },
      ArrowDown: { ...at, minute: at.minute + stepMin },
      ArrowLeft: { ...at, column: at.column - 1 },
      ArrowRight: { ...at, column: at.column + 1 },
    };
    const next = moves[event.key];
    const column = columns[at.column];
    if (next) {
      event.preventDefault();
      setCursor({
        column: clamp(next.column, 0, columns.length - 1),
        minute: clamp(next.minute, 0, dayMin - stepMin),
      });
    } else if (event.key === 'Enter' && column) onPlan(column, at.minute, at.minute + 60);
  };
  const spoken = cursor && columns[cursor.column];
  const blocks = columns.map((column) => layoutBlocks(starts.filter(inColumn(column, zone)), zone));
  // A block keeps the size of a touch target when many overlap: the grid scrolls instead.
  const lanes = Math.max(1, ...blocks.flat().map((block) => block.lanes));
  const columnPx = Math.max(112, lanes * lanePx);
  return (
    <div
      className="plan-grid"
      ref={(element) => {
        scroller.current = element;
        keyboardScroll(element);
      }}
      role="group"
      aria-label={label}
      style={{ gridTemplateColumns: `52px repeat(${columns.length}, minmax(${columnPx}px, 1fr))` }}
    >
      <span className="plan-corner">
        {mayPlan && (
          <button
            type="button"
            aria-label={t('gridLabel', { label })}
            title={t('gridLabel', { label })}
            onKeyDown={steer}
            onFocus={() => setCursor({ column: 0, minute: morning * 60 })}
            onBlur={() => setCursor(null)}
          >
            <Icon name="keyboard" size={16} />
          </button>
        )}
      </span>
      {columns.map((column) => (
        <header key={column.key} className={column.date === nowPlace.date ? 'plan-today' : undefined}>
          <b>{column.title}</b>
          <small>{holidays.get(column.date) ?? column.sub}</small>
        </header>
      ))}
      <ol className="plan-hours" style={{ height: 24 * hourPx }}>
        {hours.map((hour) => (
          <li key={hour} style={{ top: hour * hourPx }}>
            {clockOf(hour * 60)}
          </li>
        ))}
      </ol>
      {columns.map((column, index) => (
        <div
          key={column.key}
          className={`plan-column${holidays.has(column.date) ? ' plan-holiday' : ''}`}
          data-column={index}
          data-date={column.date}
          style={{ height: 24 * hourPx, backgroundSize: `100% ${hourPx}px` }}
          onPointerDown={(event) => mayPlan && event.target === event.currentTarget && sketch(event, index)}
        >
          {blocks[index]?.map((block) => (
            <CalendarBlock
              key={block.start.key}
              block={block}
              hourPx={hourPx}
              selected={block.start.key === selected}
              onGrab={mayPlan ? grab : null}
              onShift={onShift}
              onOpen={onOpen}
            />
          ))}
          {column.date === nowPlace.date && (
            <i className="plan-now" style={{ top: (nowPlace.minute / 60) * hourPx }} aria-hidden="true" />
          )}
          {cursor?.column === index && (
            <i className="plan-cursor" style={{ top: (cursor.minute / 60) * hourPx, height: hourPx }} />
          )}
          {drag?.column === index && (
            <i
              className="plan-ghost"
              style={{ top: (drag.from / 60) * hourPx, height: ((drag.to - drag.from) / 60) * hourPx }}
            >
              {clockOf(drag.from)}–{clockOf(drag.to)}
            </i>
          )}
        </div>
      ))}
      <span className="sl-hidden" aria-live="polite">
        {spoken && cursor && t('planAt', { day: spoken.title, time: clockOf(cursor.minute) })}
      </span>
    </div>
  );
}

import type { PlannedStart, WorkOrder } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../kit/ui/icon.tsx';
import type { Shift } from './calendar-block.tsx';
import { CalendarColumn } from './calendar-column.tsx';
import { clockOf, placeOf, type GridColumn } from './calendar-rules.ts';
import { firstMinute, layoutColumn, type ColumnLayout } from './column-layout.ts';
import { useGridCursor } from './use-grid-cursor.ts';
import { useGridScroll } from './use-grid-scroll.ts';
import { usePlanDrag, type Drag } from './use-plan-drag.ts';
import { visitsIn } from './visits/visit-rules.ts';

interface Props {
  label: string;
  columns: readonly GridColumn[];
  starts: readonly PlannedStart[];
  /** Work orders with appointments in these days. */
  visits: readonly WorkOrder[];
  /** Whether `starts` are those of these columns. */
  settled: boolean;
  zone: string;
  now: string;
  selected: string;
  holidays: ReadonlyMap<string, string>;
  mayPlan: boolean;
  onPlan: (column: GridColumn, from: number, to: number) => void;
  onMove: (start: PlannedStart, column: GridColumn, from: number, minutes: number) => void;
  onShift: (start: PlannedStart, shift: Shift) => void;
  onOpen: (start: PlannedStart) => void;
  onDay: (date: string) => void;
}

const hourPx = 44;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** The minimum width of a column, and of one start beside others: a short name is readable. */
const [columnPx, lanePx] = [112, 84];
/** Starts side by side where columns are narrow. */
const maxLanesInWeek = 2;

const inColumn = (column: GridColumn, zone: string) => (start: PlannedStart) =>
  placeOf(start.dueAt, zone).date === column.date &&
  (column.deviceId === null || column.deviceId === start.deviceId);

/** The grid becomes wider than a phone rather than hiding the names. */
function minPxOf(layouts: readonly ColumnLayout[]): number {
  const lanes = Math.max(1, ...layouts.flatMap(({ blocks }) => blocks.map((block) => block.lanes)));
  return Math.max(columnPx, lanes * lanePx);
}

/** Hours downwards; days, or the robots of one day, side by side. */
export function CalendarGrid(props: Props) {
  const { label, columns, starts, visits, settled, zone, now, selected, holidays, mayPlan } = props;
  const { onPlan, onMove, onShift, onOpen, onDay } = props;
  const { t } = useTranslation('work/calendar');
  const maxLanes = columns.length > 1 ? maxLanesInWeek : undefined;
  const layouts = columns.map((column) =>
    layoutColumn(starts.filter(inColumn(column, zone)), zone, maxLanes),
  );
  const rangeKey = columns.map(({ key }) => key).join(' ');
  const { ref, look, showMinute, above, below } = useGridScroll({ layouts, hourPx, rangeKey, settled });
  const { cursor, steer, begin, end } = useGridCursor({
    columns,
    firstMinute: firstMinute(layouts) ?? 8 * 60,
    onPlan,
  });
  const drop = ({ how, start, column, from, to }: Drag) => {
    const target = columns[column];
    if (target && how === 'new') onPlan(target, from, to);
    else if (target && start) onMove(start, target, from, to - from);
  };
  const { drag, sketch, grab } = usePlanDrag({ zone, hourPx, onDrop: drop });
  const nowPlace = placeOf(now, zone);
  const spoken = cursor && columns[cursor.column];
  return (
    <div className="plan-frame">
      <div
        className="plan-grid"
        ref={ref}
        onScroll={look}
        role="group"
        aria-label={label}
        style={{ gridTemplateColumns: `52px repeat(${columns.length}, minmax(${minPxOf(layouts)}px, 1fr))` }}
      >
        <span className="plan-corner">
          {mayPlan && (
            <button
              type="button"
              aria-label={t('gridLabel', { label })}
              title={t('gridLabel', { label })}
              onKeyDown={steer}
              onFocus={begin}
              onBlur={end}
            >
              <Icon name="keyboard" size={16} />
            </button>
          )}
        </span>
        <Heads columns={columns} today={nowPlace.date} holidays={holidays} />
        <Hours />
        {columns.map((column, index) => (
          <CalendarColumn
            key={column.key}
            column={column}
            index={index}
            layout={layouts[index]!}
            zone={zone}
            visits={visitsIn(column, visits, zone)}
            selected={selected}
            holiday={holidays.has(column.date)}
            hourPx={hourPx}
            nowMinute={column.date === nowPlace.date ? nowPlace.minute : null}
            cursorMinute={cursor?.column === index ? cursor.minute : null}
            drag={drag?.column === index ? drag : null}
            onGrab={mayPlan ? grab : null}
            onSketch={mayPlan ? sketch : null}
            onShift={onShift}
            onOpen={onOpen}
            onDay={onDay}
          />
        ))}
        <span className="sl-hidden" aria-live="polite">
          {spoken && cursor && t('planAt', { day: spoken.title, time: clockOf(cursor.minute) })}
        </span>
      </div>
      <OutOfSight where="above" {...above} onShow={showMinute} />
      <OutOfSight where="below" {...below} onShow={showMinute} />
    </div>
  );
}

const Heads = ({ columns, today, holidays }: Pick<Props, 'columns' | 'holidays'> & { today: string }) =>
  columns.map(({ key, date, title, sub }) => (
    <header key={key} className={date === today ? 'plan-today' : undefined}>
      <b>{title}</b>
      <small>{holidays.get(date) ?? sub}</small>
    </header>
  ));

const Hours = () => (
  <ol className="plan-hours" style={{ height: 24 * hourPx }}>
    {hours.map((hour) => (
      <li key={hour} style={{ top: hour * hourPx }}>
        {clockOf(hour * 60)}
      </li>
    ))}
  </ol>
);

interface OutOfSightProps {
  where: 'above' | 'below';
  count: number;
  /** The minute at which the nearest of these starts begins. */
  nearest: number;
  onShow: (minute: number) => void;
}

/** Says how many starts are above or below the visible hours; a click scrolls to the nearest. */
function OutOfSight({ where, count, nearest, onShow }: OutOfSightProps) {
  const { t } = useTranslation('work/calendar');
  if (count === 0) return null;
  return (
    <button type="button" className={`plan-offscreen plan-${where}`} onClick={() => onShow(nearest)}>
      <Icon name={where === 'above' ? 'up' : 'down'} size={14} />
      {t(where, { count, time: clockOf(nearest) })}
    </button>
  );
}

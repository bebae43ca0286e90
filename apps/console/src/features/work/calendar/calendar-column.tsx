import { useTranslation } from 'react-i18next';
import type { PointerEvent } from 'react';
import { CalendarBlock, type BlockProps } from './calendar-block.tsx';
import { clockOf, dayMin, type GridColumn } from './calendar-rules.ts';
import type { ColumnLayout } from './column-layout.ts';
import type { Drag } from './use-plan-drag.ts';
import { VisitMark } from './visits/visit-mark.tsx';
import type { Visit } from './visits/visit-rules.ts';

interface Props extends Pick<BlockProps, 'zone' | 'hourPx' | 'onGrab' | 'onShift' | 'onOpen'> {
  column: GridColumn;
  index: number;
  layout: ColumnLayout;
  visits: readonly Visit[];
  selected: string;
  holiday: boolean;
  /** The present minute; null on another day. */
  nowMinute: number | null;
  /** The minute of the keyboard cursor; null in another column. */
  cursorMinute: number | null;
  /** The drag over this column. */
  drag: Drag | null;
  /** Null for a user who may not plan. */
  onSketch: ((event: PointerEvent, column: number) => void) | null;
  onDay: (date: string) => void;
}

/** One day, or one robot's day: its blocks, the present time and what is being drawn. */
export function CalendarColumn(props: Props) {
  const { column, index, layout, visits, selected, holiday, hourPx, onSketch, onDay } = props;
  const { nowMinute, cursorMinute, drag } = props;
  const { t } = useTranslation('work/calendar');
  const top = (minute: number) => (minute / 60) * hourPx;
  return (
    <div
      className={`plan-column${holiday ? ' plan-holiday' : ''}`}
      data-column={index}
      data-date={column.date}
      data-visits={visits.length > 0 || undefined}
      style={{ height: top(dayMin), backgroundSize: `100% ${hourPx}px` }}
      onPointerDown={(event) => event.target === event.currentTarget && onSketch?.(event, index)}
    >
      {layout.blocks.map((block) => (
        <CalendarBlock
          key={block.start.key}
          block={block}
          zone={props.zone}
          hourPx={hourPx}
          selected={block.start.key === selected}
          onGrab={props.onGrab}
          onShift={props.onShift}
          onOpen={props.onOpen}
        />
      ))}
      {layout.folds.map(({ from, to, starts }) => (
        <button
          key={from}
          type="button"
          className="plan-fold"
          style={{ top: top(from), height: Math.max(top(to - from), 26) }}
          title={starts.map(({ taskName }) => taskName).join('\n')}
          aria-label={t('more', { count: starts.length })}
          onClick={() => onDay(column.date)}
        >
          +{starts.length}
        </button>
      ))}
      {visits.map((visit) => (
        <VisitMark key={visit.order.id} visit={visit} zone={props.zone} hourPx={hourPx} />
      ))}
      {nowMinute !== null && <i className="plan-now" style={{ top: top(nowMinute) }} aria-hidden="true" />}
      {cursorMinute !== null && (
        <i className="plan-cursor" style={{ top: top(cursorMinute), height: hourPx }} />
      )}
      {drag && (
        <i className="plan-ghost" style={{ top: top(drag.from), height: top(drag.to - drag.from) }}>
          {clockOf(drag.from)}–{clockOf(drag.to)}
        </i>
      )}
    </div>
  );
}

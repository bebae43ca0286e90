import type { PlannedStart } from '@sweepline/contract';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../kit/ui/icon.tsx';
import { formatClockIn } from '../../../kit/format/zone-time.ts';
import { isPast } from './calendar-rules.ts';
import type { Placed } from './column-layout.ts';
import { startStyles } from './start-styles.ts';

export interface Shift {
  minutes: number;
  days: number;
  longer: number;
}

export interface BlockProps {
  block: Placed;
  /** The zone of the grid. */
  zone: string;
  hourPx: number;
  selected: boolean;
  /** Null for a user who may not plan. */
  onGrab: ((event: PointerEvent, start: PlannedStart, how: 'move' | 'resize') => void) | null;
  onShift: (start: PlannedStart, shift: Shift) => void;
  onOpen: (start: PlannedStart) => void;
}

const shifts: Record<string, Partial<Shift>> = {
  ArrowUp: { minutes: -15 },
  ArrowDown: { minutes: 15 },
  ArrowLeft: { days: -1 },
  ArrowRight: { days: 1 },
};

/** The width of a fold beside the blocks, as in calendar.css. */
const foldPx = 30;

/** One start on the grid. It moves by pointer or by Alt and the arrow keys; Shift changes its length. */
export function CalendarBlock({ block, zone, hourPx, selected, onGrab, onShift, onOpen }: BlockProps) {
  const { t } = useTranslation('work/calendar');
  const { start, from, to, lane, lanes, beside } = block;
  const width = `(100% - var(--plan-edge, 0px) - ${beside ? foldPx : 0}px)`;
  const style = startStyles[start.state];
  const movable = onGrab !== null && !isPast(start);
  const moveByKey = (event: KeyboardEvent) => {
    const shift = event.altKey && movable ? shifts[event.key] : undefined;
    if (!shift) return;
    event.preventDefault();
    event.stopPropagation();
    const { minutes = 0, days = 0 } = shift;
    onShift(start, event.shiftKey ? { minutes: 0, days: 0, longer: minutes } : { minutes, days, longer: 0 });
  };
  const clock = formatClockIn(start.dueAt, start.timezone, zone);
  const name = t('blockName', {
    task: start.taskName,
    device: start.deviceName,
    from: clock,
    state: t(`states.${start.state}`),
  });
  return (
    <div
      data-tone={style.tone}
      className={`plan-block${selected ? ' plan-block-on' : ''}${start.enabled ? '' : ' plan-block-off'}`}
      style={{
        top: (from / 60) * hourPx,
        height: Math.max(((to - from) / 60) * hourPx, 26),
        insetInlineStart: `calc(${width} * ${lane / lanes})`,
        width: `calc(${width} / ${lanes})`,
      }}
    >
      <button
        type="button"
        title={name}
        data-start={start.key}
        onKeyDown={moveByKey}
        onClick={() => onOpen(start)}
        onPointerDown={(event) => movable && onGrab(event, start, 'move')}
      >
        <span className="plan-block-head">
          <Icon name={style.icon} size={13} strokeWidth={2.2} />
          <b>{start.taskName}</b>
        </span>
        <small>
          {clock} · {start.deviceName}
        </small>
        <span className="sl-sr-only">{t(`states.${start.state}`)}</span>
      </button>
      {movable && (
        <span
          className="plan-block-grip"
          aria-hidden="true"
          onPointerDown={(event) => onGrab(event, start, 'resize')}
        />
      )}
    </div>
  );
}

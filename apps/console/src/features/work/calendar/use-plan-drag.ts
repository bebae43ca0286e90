import type { PlannedStart } from '@sweepline/contract';
import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from 'react';
import { clamp, dayMin, placeOf, snap, stepMin } from './calendar-rules.ts';

export interface Drag {
  how: 'new' | 'move' | 'resize';
  start: PlannedStart | null;
  column: number;
  from: number;
  to: number;
}

interface Options {
  zone: string;
  hourPx: number;
  onDrop: (drag: Drag) => void;
}

/** A shorter movement is a click, not a drag. */
const minPx = 4;
const usualMin = 60;

interface Spot {
  column: number;
  minute: number;
}

/** The grid position of a pointer; undefined outside the grid. */
function spotAt(event: PointerEvent, hourPx: number): Spot | undefined {
  const elements = document.elementsFromPoint(event.clientX, event.clientY);
  const column = elements.find((it) => it instanceof HTMLElement && it.dataset['column'] !== undefined);
  if (!(column instanceof HTMLElement)) return undefined;
  const y = event.clientY - column.getBoundingClientRect().top;
  return { column: Number(column.dataset['column']), minute: clamp((y / hourPx) * 60, 0, dayMin) };
}

/** Each move is computed from the gesture's start, so rounding errors do not accumulate. */
function applyMove(initial: Drag, grabbed: Spot, at: Spot): Drag {
  const length = initial.to - initial.from;
  if (initial.how === 'move') {
    const from = clamp(snap(initial.from + at.minute - grabbed.minute), 0, dayMin - stepMin);
    return { ...initial, column: at.column, from, to: from + length };
  }
  if (initial.how === 'resize')
    return { ...initial, to: clamp(snap(at.minute), initial.from + stepMin, dayMin) };
  const [low, high] = [Math.min(grabbed.minute, at.minute), Math.max(grabbed.minute, at.minute)];
  const from = Math.floor(low / stepMin) * stepMin;
  return { ...initial, from, to: Math.max(snap(high), from + stepMin) };
}

/** Dragging on the calendar: empty time creates a plan, a block moves, its lower edge changes its length. */
export function usePlanDrag({ zone, hourPx, onDrop }: Options) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const end = useRef<() => void>(() => {});
  useEffect(() => () => end.current(), []);

  const begin = (event: ReactPointerEvent, initial: Drag, grabbed: Spot) => {
    if (event.button !== 0) return;
    const { clientX, clientY } = event;
    let last: Drag | null = null;
    const move = (next: PointerEvent) => {
      if (!last && Math.hypot(next.clientX - clientX, next.clientY - clientY) < minPx) return;
      const at = spotAt(next, hourPx);
      if (at) setDrag((last = applyMove(initial, grabbed, at)));
    };
    const stop = (event: Event) => {
      end.current();
      setDrag(null);
      if (event.type === 'pointerup' && last) {
        // The click after a drag would open the moved block.
        window.addEventListener('click', stopClick, { capture: true, once: true });
        setTimeout(() => window.removeEventListener('click', stopClick, { capture: true }), 50);
        onDrop(last);
      }
    };
    const key = (event: KeyboardEvent) => event.key === 'Escape' && stop(event);
    end.current = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', stop);
      window.removeEventListener('pointercancel', stop);
      window.removeEventListener('keydown', key);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', stop);
    window.addEventListener('pointercancel', stop);
    window.addEventListener('keydown', key);
  };

  return {
    drag,
    /** Starts on the empty time of a column. */
    sketch: (event: ReactPointerEvent, column: number) => {
      const spot = spotAt(event.nativeEvent, hourPx);
      if (!spot) return;
      const from = Math.floor(spot.minute / stepMin) * stepMin;
      begin(event, { how: 'new', start: null, column, from, to: from + usualMin }, spot);
    },
    grab: (event: ReactPointerEvent, start: PlannedStart, how: 'move' | 'resize') => {
      const spot = spotAt(event.nativeEvent, hourPx);
      if (!spot) return;
      event.stopPropagation();
      const from = placeOf(start.dueAt, zone).minute;
      begin(event, { how, start, column: spot.column, from, to: from + start.minutes }, spot);
    },
  };
}

const stopClick = (event: Event) => {
  event.stopPropagation();
  event.preventDefault();
};

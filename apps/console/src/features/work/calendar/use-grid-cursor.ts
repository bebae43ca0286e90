import { useState, type KeyboardEvent } from 'react';
import { clamp, dayMin, stepMin, type GridColumn } from './calendar-rules.ts';

interface Cursor {
  column: number;
  minute: number;
}

interface Options {
  columns: readonly GridColumn[];
  /** The minute at which the cursor begins. */
  firstMinute: number;
  onPlan: (column: GridColumn, from: number, to: number) => void;
}

/** A cursor on the grid for the keyboard: the arrow keys move it, Enter plans an hour there. */
export function useGridCursor({ columns, firstMinute, onPlan }: Options) {
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const first = { column: 0, minute: firstMinute };
  const steer = (event: KeyboardEvent) => {
    const at = cursor ?? first;
    const moves: Record<string, Cursor> = {
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
  return { cursor, steer, begin: () => setCursor(first), end: () => setCursor(null) };
}

import type { PlannedStart } from '@sweepline/contract';
import { laterDate } from '@sweepline/contract/robot';
import { useState } from 'react';
import type { Shift } from './calendar-block.tsx';
import { dayMin, placeOf } from './calendar-rules.ts';
import type { PlanActions, Spot } from './use-plan-actions.ts';

export interface Move {
  start: PlannedStart;
  to: Spot;
  minutes: number;
}

/** Moves a start by pointer or keyboard. For a recurring plan `asked` is set until the person says which days move. */
export function usePlanMoves(zone: string, actions: PlanActions) {
  const [asked, ask] = useState<Move | null>(null);
  const move = (change: Move) => {
    const from = placeOf(change.start.dueAt, zone);
    if (from.date === change.to.date && from.minute === change.to.minute) {
      if (change.minutes !== change.start.minutes) void actions.resize(change.start, change.minutes);
    } else if (change.start.recurring) ask(change);
    else void actions.moveAll(change.start, change.to, change.minutes);
  };
  const shift = (start: PlannedStart, { minutes, days, longer }: Shift) => {
    const from = placeOf(start.dueAt, zone);
    const minute = Math.min(dayMin - 15, Math.max(0, from.minute + minutes));
    const date = laterDate(from.date, days);
    move({ start, to: { date, minute }, minutes: Math.max(15, start.minutes + longer) });
  };
  return { asked, move, shift, close: () => ask(null) };
}
export type PlanMoves = ReturnType<typeof usePlanMoves>;

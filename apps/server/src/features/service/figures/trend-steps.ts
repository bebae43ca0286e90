import { dateAt, laterDate, weekdayOf } from '@sweepline/contract/robot';
import type { FigureInput } from './work-order-sums.ts';

type Period = Pick<FigureInput, 'from' | 'to' | 'step' | 'timezone'>;

const startOf = (step: Period['step'], day: string) =>
  step === 'month' ? `${day.slice(0, 7)}-01` : laterDate(day, 1 - weekdayOf(day));

/** The first days of all weeks or months of a period, up to the present one. */
export function trendSteps({ from, to, step, timezone }: Period, nowMs: number): string[] {
  const dayOf = (ms: number) => dateAt(ms, timezone);
  const last = dayOf(Math.min(Date.parse(to), nowMs));
  const steps: string[] = [];
  for (
    let day = startOf(step, dayOf(Date.parse(from)));
    day <= last;
    day = startOf(step, laterDate(day, step === 'month' ? 31 : 7))
  )
    steps.push(day);
  return steps;
}

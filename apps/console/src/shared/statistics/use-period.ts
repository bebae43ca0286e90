import { statisticsSteps, type StatisticsStep } from '@sweepline/contract';
import { useSearchParams } from 'react-router';
import { dayOf, periodStart, sitePeriod, usualPeriod, type Period } from '../../kit/format/days.ts';
import { useNow } from '../../kit/format/use-now.ts';

const day = /^\d{4}-\d{2}-\d{2}$/;
const filters = ['companyId', 'siteId', 'deviceId', 'mode'] as const;
export type FilterName = (typeof filters)[number];

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

/** Days for a month, weeks for a quarter, months beyond. */
export const defaultStep = (from: string, to: string): StatisticsStep => {
  const days = daysBetween(from, to);
  return days <= 45 ? 'day' : days <= 190 ? 'week' : 'month';
};

/** The selected period and filters. They are in the address, so that the page can be linked. */
export function usePeriod() {
  const [params, setParams] = useSearchParams();
  const today = dayOf(useNow());
  const dayParam = (name: string) => (day.test(params.get(name) ?? '') ? (params.get(name) ?? '') : '');
  const to = dayParam('to') || today;
  const from = dayParam('from') || periodStart('month', to);
  const period = usualPeriod(from, to, today);
  const set = (changes: Record<string, string | undefined>) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  const chosen = Object.fromEntries(
    filters.flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : [])),
  ) as Partial<Record<FilterName, string>>;
  const step = statisticsSteps.find((value) => value === params.get('step')) ?? defaultStep(from, to);
  return {
    filter: { ...sitePeriod(from, to, today), ...chosen },
    /** The days of the filter without its other parts. */
    days: sitePeriod(from, to, today),
    chosen,
    period,
    step,
    set,
    choose: (next: Period) => set({ from: periodStart(next, today), to: today, step: undefined }),
  };
}
export type PeriodSelection = ReturnType<typeof usePeriod>;

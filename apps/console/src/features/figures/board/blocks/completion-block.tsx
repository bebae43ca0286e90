import { boardFigureCalls, statisticsCalls, type StartTotals } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Chart, type ChartTone } from '../../../../kit/chart/chart.tsx';
import { dayOf, lastDays, periodStart } from '../../../../kit/format/days.ts';
import { formatDayShort } from '../../../../kit/format/format-day.ts';
import { formatNumber, formatShare } from '../../../../kit/format/format.ts';
import { useNow } from '../../../../kit/format/use-now.ts';
import { useAddress } from '../../../../kit/list/use-address.ts';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { Segments } from '../../../../kit/ui/segments.tsx';
import { BoardBlock } from '../board-block.tsx';
import { FigureLead } from '../figure-lead.tsx';
import { useBoardQuery } from '../use-board-query.ts';
import { useBoardTargets } from '../use-board-targets.ts';
import { ownerOf, type BlockProps } from './block.ts';

/** Days of each window; half a year is shown by week. */
const windows = { day: 1, week: 7, month: 30, halfYear: 182 } as const;
type WindowName = keyof typeof windows;
const windowNames = Object.keys(windows) as WindowName[];

const outcomes = [
  ['done', 'working'],
  ['partial', 'waiting'],
  ['failed', 'fault'],
  ['missed', 'quiet'],
] as const satisfies readonly (readonly [keyof StartTotals, ChartTone])[];

type Point = { day: string; totals: StartTotals };

/** Adds the days of each week, because bars of half a year by day are too thin to read. */
function byWeek(points: readonly Point[]): Point[] {
  const weeks = new Map<string, StartTotals>();
  for (const { day, totals } of points) {
    const week = periodStart('week', day);
    const sum = weeks.get(week);
    weeks.set(week, sum ? addTotals(sum, totals) : totals);
  }
  return [...weeks].map(([day, totals]) => ({ day, totals }));
}

const addTotals = (a: StartTotals, b: StartTotals): StartTotals => ({
  due: a.due + b.due,
  done: a.done + b.done,
  partial: a.partial + b.partial,
  failed: a.failed + b.failed,
  missed: a.missed + b.missed,
  open: a.open + b.open,
  rate: null,
});

/** How many of the planned starts became a complete cleaning, in one of the four windows. */
export function CompletionBlock({ selection }: BlockProps) {
  const { t } = useTranslation('figures/board');
  const [chosen, choose] = useAddress('window', 'week');
  const window = windowNames.find((name) => name === chosen) ?? 'week';
  const today = dayOf(useNow());
  const period = { ...lastDays(windows[window], today), ...ownerOf(selection) };
  const query = useBoardQuery(boardFigureCalls.completion, period);
  const target = useBoardTargets(selection).completion;
  const runs = useBoardQuery(statisticsCalls.index, period).data?.totals;
  const ended = runs && runs.succeeded + runs.partial + runs.failed;
  return (
    <BoardBlock
      question={t('questions.completion')}
      formula={t('formulas.completion')}
      query={query}
      emptyText={({ totals }) => (totals.due === 0 ? t('empty.completion') : null)}
      tools={
        <Segments
          label={t('window')}
          value={window}
          options={windowNames.map((value) => ({ value, text: t(`windows.${value}`) }))}
          onChange={choose}
        />
      }
    >
      {({ totals, before, points }) => {
        const steps = window === 'halfYear' ? byWeek(points) : points;
        return (
          <>
            <FigureLead
              value={totals.rate}
              format={(value) => formatShare(value, 1)}
              formula={t('formulas.completion')}
              before={before.totals.rate}
              target={target}
            >
              <span>
                {t('startsOf', { done: formatNumber(totals.done), due: formatNumber(totals.due) })}
                {totals.open > 0 && ` · ${t('startsOpen', { shown: formatNumber(totals.open) })}`}
              </span>
              <span title={t('formulas.runsCompleted')}>
                {t('runsCompleted')}:{' '}
                <Figure value={formatShare(runs && ended ? runs.succeeded / ended : null, 1)} />
              </span>
            </FigureLead>
            <Chart
              small
              label={t('questions.completion')}
              steps={steps.map(({ day }) => formatDayShort(day))}
              series={outcomes.map(([name, tone]) => ({
                name: t(`outcomes.${name}`),
                values: steps.map((step) => step.totals[name]),
                look: 'bar',
                tone,
                stacked: true,
              }))}
              format={(value) => formatNumber(value)}
            />
          </>
        );
      }}
    </BoardBlock>
  );
}

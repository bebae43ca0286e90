import { boardFigureCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Chart, type Series } from '../../../../kit/chart/chart.tsx';
import { formatClock, formatPercent } from '../../../../kit/format/format.ts';
import { BoardBlock } from '../board-block.tsx';
import { useBoardQuery } from '../use-board-query.ts';
import { ownerOf, type BlockProps } from './block.ts';

const hourMs = 3_600_000;
const hoursShown = 24;

/** Charge that robots used and took in each of the last 24 hours. Hours without samples stay empty. */
export function BatteryBlock({ selection }: BlockProps) {
  const { t } = useTranslation('figures/board');
  const query = useBoardQuery(boardFigureCalls.battery, ownerOf(selection));
  return (
    <BoardBlock
      question={t('questions.battery')}
      formula={t('formulas.battery')}
      query={query}
      emptyText={({ hours }) => (hours.length === 0 ? t('empty.battery') : null)}
    >
      {({ hours, computedAt }) => {
        const last = Math.floor(Date.parse(computedAt) / hourMs) * hourMs;
        const byHour = new Map(hours.map((hour) => [Date.parse(hour.at), hour]));
        const steps = Array.from({ length: hoursShown }, (_, i) => last - (hoursShown - 1 - i) * hourMs);
        const at = steps.map((step) => byHour.get(step));
        const isFleet = hours.some(({ robots }) => robots > 1);
        const band: Series[] = (['high', 'low'] as const).map((edge) => ({
          name: t(`band.${edge}`),
          values: at.map((hour) => hour?.used?.[edge] ?? null),
          look: 'line',
          tone: 'quiet',
        }));
        return (
          <Chart
            small
            label={t('questions.battery')}
            steps={steps.map((step) => formatClock(step))}
            series={[
              { name: t('charge.used'), values: at.map((hour) => hour?.used?.median ?? null), look: 'bar' },
              {
                name: t('charge.taken'),
                values: at.map((hour) => hour?.taken?.median ?? null),
                look: 'bar',
                tone: 'working',
              },
              ...(isFleet ? band : []),
            ]}
            format={(value) => formatPercent(value)}
          />
        );
      }}
    </BoardBlock>
  );
}

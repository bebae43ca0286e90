import type { WorkOrderFigureReport } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../kit/chart/chart.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { formatDay } from '../../../kit/format/format-day.ts';
import { useFigureWords, valueOf, type FigureName } from './figure-words.ts';

interface Props {
  trend: WorkOrderFigureReport['trend'];
  /** Without one, the number of orders. */
  figure: FigureName | undefined;
}

/** One figure along the weeks or months of the period. */
export function FigureTrend({ trend, figure }: Props) {
  const { t } = useTranslation('service/figures');
  const { format, nameOf } = useFigureWords();
  const name = figure ? nameOf(figure) : t('counts.orders');
  return (
    <div className="order-figures-trend">
      <Chart
        label={name}
        steps={trend.map(({ day }) => formatDay(day))}
        series={[
          {
            name,
            look: figure ? 'line' : 'bar',
            values: trend.map((step) => (figure ? valueOf(step, figure) : step.orders)),
          },
        ]}
        format={(value) => (figure ? format(figure, value) : formatNumber(value))}
      />
    </div>
  );
}

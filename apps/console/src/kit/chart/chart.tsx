import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../api/chunks.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { ChartTable } from './chart-table.tsx';
import './chart.css';
import './small-charts.css';

export type ChartTone = 'brand' | 'quiet' | 'working' | 'moving' | 'waiting' | 'fault';

export interface Series {
  name: string;
  /** Explains the name in the legend. */
  note?: string;
  /** One value for each step; null for unknown. */
  values: readonly (number | null)[];
  look: 'bar' | 'line';
  tone?: ChartTone;
  /** Bars of stacked series stand on each other; the tooltip shows their sum. */
  stacked?: boolean;
}

export interface ChartProps {
  /** Caption for screen readers, in the words of the chart's title. */
  label: string;
  steps: readonly string[];
  series: readonly Series[];
  /** Formats a value in the reader's unit; null is "—". */
  format: (value: number | null) => string;
  /** The values are bytes: the axis counts in steps of 1024. */
  bytes?: boolean;
  /** The values are shares of one: the axis ends at 100 %. */
  shares?: boolean;
  /** For cards and drawers: lower, with fewer labels. */
  small?: boolean;
}

const Canvas = lazy(() => lazyPart(() => import('./chart-canvas.tsx').then((m) => m.ChartCanvas)));

/** Values along steps, as bars or lines. Screen readers get the same values as a table. */
export function Chart(props: ChartProps) {
  const { label, steps, series, format, small } = props;
  const { t } = useTranslation('kit');
  return (
    <div className={small ? 'sl-chart sl-chart-small' : 'sl-chart'}>
      <div className="sl-chart-plot">
        <Suspense fallback={<Skeleton lines={small ? 3 : 6} />}>
          <Canvas {...props} />
        </Suspense>
      </div>
      {series.length > 1 && <Legend series={series} />}
      <ChartTable
        caption={label}
        columns={[t('period'), ...series.map(({ name }) => name)]}
        // Two steps may have the same name, for example two runs of one day.
        rows={steps.map((step, i) => ({
          key: `${i} ${step}`,
          cells: [step, ...series.map(({ values }) => format(values[i] ?? null))],
        }))}
      />
    </div>
  );
}

const Legend = ({ series }: Pick<ChartProps, 'series'>) => (
  <p className="sl-chart-legend" aria-hidden="true">
    {series.map(({ name, note, look, tone }) => (
      <span key={name} data-tone={tone ?? 'brand'} data-look={look}>
        {name} {note && `(${note})`}
      </span>
    ))}
  </p>
);

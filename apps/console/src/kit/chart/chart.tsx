import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../api/chunks.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import './chart.css';

export interface Series {
  name: string;
  /** One value for each step; null for unknown. */
  values: readonly (number | null)[];
  look: 'bar' | 'line';
  tone?: 'brand' | 'quiet' | 'working' | 'moving' | 'waiting' | 'fault';
}

export interface ChartProps {
  /** Caption for screen readers, in the words of the chart's title. */
  label: string;
  steps: readonly string[];
  series: readonly Series[];
  /** Formats a value in the reader's unit; null is "—". */
  format: (value: number | null) => string;
}

const Canvas = lazy(() => lazyPart(() => import('./chart-canvas.tsx').then((m) => m.ChartCanvas)));

/** Values along steps, as bars or lines. Screen readers get the same values as a table. */
export function Chart(props: ChartProps) {
  const { label, steps, series, format } = props;
  const { t } = useTranslation('kit');
  return (
    <div className="sl-chart">
      <Suspense fallback={<Skeleton lines={6} />}>
        <Canvas {...props} />
      </Suspense>
      <table className="sl-sr-only">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('period')}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map((step, i) => (
            <tr key={step}>
              <th scope="row">{step}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{format(values[i] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

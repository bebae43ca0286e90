import type { Output, reportFigureCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../../kit/chart/chart.tsx';
import { formatArea } from '../../../../kit/format/format.ts';
import { formatDayShort } from '../../../../kit/format/format-day.ts';

interface Props {
  steps: Output<typeof reportFigureCalls.summary>['steps'];
}

/** Bars of the cleaned area; a line shows the same steps of the period before. */
export function StepChart({ steps }: Props) {
  const { t } = useTranslation('work/reports');
  if (steps.every(({ cleanedM2, beforeM2 }) => cleanedM2 <= 0 && beforeM2 <= 0)) return null;
  return (
    <figure className="step-chart">
      <figcaption>{t('stepsQuestion')}</figcaption>
      <Chart
        small
        label={t('cleaned')}
        steps={steps.map(({ day }) => formatDayShort(day))}
        series={[
          { name: t('thisPeriod'), values: steps.map(({ cleanedM2 }) => cleanedM2), look: 'bar' },
          {
            name: t('periodBefore'),
            values: steps.map(({ beforeM2 }) => beforeM2),
            look: 'line',
            tone: 'quiet',
          },
        ]}
        format={formatArea}
      />
    </figure>
  );
}

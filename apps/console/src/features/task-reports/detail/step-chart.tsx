import type { Output, reportFigureCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatArea } from '../../../kit/format/format.ts';
import { formatDay } from '../../../kit/format/format-day.ts';

interface Props {
  steps: Output<typeof reportFigureCalls.summary>['steps'];
}

const height = 56;

/** Bars of the cleaned area; a mark shows the same step of the period before. */
export function StepChart({ steps }: Props) {
  const { t } = useTranslation('task-reports');
  const max = Math.max(...steps.flatMap(({ cleanedM2, beforeM2 }) => [cleanedM2, beforeM2]), 0);
  if (max <= 0) return null;
  const y = (value: number) => height - (Math.max(0, value) / max) * (height - 4);
  return (
    <figure className="step-chart">
      <figcaption>
        {t('stepsQuestion')}
        <small>
          <i className="step-chart-now" /> {t('thisPeriod')} <i className="step-chart-before" />{' '}
          {t('periodBefore')}
        </small>
      </figcaption>
      <svg
        viewBox={`0 0 ${steps.length * 10} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('stepsQuestion')}
      >
        {steps.map(({ day, cleanedM2, beforeM2 }, index) => (
          <g key={day}>
            <title>
              {t('stepTold', {
                day: formatDay(day),
                now: formatArea(cleanedM2),
                before: formatArea(beforeM2),
              })}
            </title>
            <rect className="step-chart-slot" x={index * 10} y={0} width={10} height={height} />
            <rect
              className="step-chart-bar"
              x={index * 10 + 1.5}
              y={y(cleanedM2)}
              width={7}
              height={height - y(cleanedM2)}
            />
            {beforeM2 > 0 && (
              <rect
                className="step-chart-mark"
                x={index * 10 + 0.5}
                y={y(beforeM2) - 0.75}
                width={9}
                height={1.5}
              />
            )}
          </g>
        ))}
      </svg>
      <div className="step-chart-days" aria-hidden="true">
        <span>{formatDay(steps[0]?.day ?? '')}</span>
        <span>{formatDay(steps.at(-1)?.day ?? '')}</span>
      </div>
    </figure>
  );
}

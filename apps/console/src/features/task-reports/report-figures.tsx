import type { ReportRow } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Figure } from '../../kit/figure.tsx';
import { formatArea, formatDuration, formatRate, formatShare } from '../../kit/format.ts';
import { pageFigures } from './report-rules.ts';
import { SparkLine } from './spark-line.tsx';
import './report-figures.css';

/** What the reports on this page come to, and how each number went from the oldest to the newest. */
export function ReportFigures({ rows }: { rows: readonly ReportRow[] }) {
  const { t } = useTranslation('task-reports');
  if (rows.length === 0) return null;
  const oldestFirst = rows
    .toSorted((a, b) => a.startedAt.localeCompare(b.startedAt))
    .map(({ totals }) => totals);
  const { cleanedM2, coverage, cleaningSeconds, m2PerHour } = pageFigures(oldestFirst);
  const figures = [
    {
      key: 'cleaned',
      value: formatArea(cleanedM2),
      formula: t('sumFormula'),
      line: oldestFirst.map((one) => one.cleanedM2),
    },
    {
      key: 'coverage',
      value: formatShare(coverage),
      formula: t('pageCoverageFormula'),
      line: oldestFirst.map((one) => one.coverage),
    },
    {
      key: 'cleaningTime',
      value: formatDuration(cleaningSeconds),
      formula: t('sumFormula'),
      line: oldestFirst.map((one) => one.cleaningSeconds),
    },
    {
      key: 'rate',
      value: formatRate(m2PerHour),
      formula: t('rateFormula'),
      line: oldestFirst.map((one) => one.m2PerHour),
    },
  ] as const;
  return (
    <dl className="report-figures" aria-label={t('onThisPage', { count: rows.length })}>
      {figures.map(({ key, value, formula, line }) => (
        <div key={key}>
          <dt>{t(key)}</dt>
          <dd>
            <Figure value={value} formula={formula} />
            <SparkLine values={line} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

import { pages, type EarlierReport, type ReportDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  formatArea,
  formatDuration,
  formatLitres,
  formatRate,
  formatShare,
  formatTime,
} from '../../../../kit/format/format.ts';
import { FigureTable } from './figure-table.tsx';
import { medianOf } from '../report-rules.ts';
import { ResultMark } from '../result-mark.tsx';
import type { useOverlay } from '../replay/use-overlay.ts';

interface Props {
  report: ReportDetail;
  overlay: ReturnType<typeof useOverlay>;
}

const figures = ['cleanedM2', 'coverage', 'cleaningSeconds', 'm2PerHour', 'waterL'] as const;
const formatters: Record<(typeof figures)[number], (value: number | null) => string> = {
  cleanedM2: formatArea,
  coverage: (value) => formatShare(value, 1),
  cleaningSeconds: formatDuration,
  m2PerHour: formatRate,
  waterL: formatLitres,
};

/** This run compared with earlier runs of the same task. */
export function ReportEarlier({ report, overlay }: Props) {
  const { t } = useTranslation('work/reports');
  const { earlier } = overlay;
  const plausible = earlier.filter(({ flagged }) => !flagged);
  const formula = t('medianFormula', { count: plausible.length });
  const median = (name: (typeof figures)[number]) =>
    medianOf(plausible.map((entry: EarlierReport) => entry[name]));
  const heads = [
    ...[t('started'), t('cleaned'), t('coverage')],
    ...[t('cleaningTime'), t('rate'), t('water')],
  ];
  const rows = [
    {
      key: 'own',
      isOwn: true,
      head: t('thisRun'),
      figures: figures.map((name) => ({ value: formatters[name](report.totals[name]) })),
    },
    {
      key: 'median',
      head: t('medianBefore'),
      figures: figures.map((name) => ({ value: formatters[name](median(name)), formula })),
    },
    ...earlier.map((entry) => ({
      key: entry.id,
      head: (
        <>
          <Link to={pages.report({ id: entry.id })}>{formatTime(entry.startedAt)}</Link>{' '}
          <ResultMark result={entry.result} />
        </>
      ),
      figures: figures.map((name) => ({ value: formatters[name](entry[name]) })),
    })),
  ];
  return (
    <section>
      <h2>{t('earlierQuestion')}</h2>
      {earlier.length === 0 && <p className="report-note">{t('noEarlier')}</p>}
      {overlay.possible && (
        <label className="report-overlay">
          <input
            type="checkbox"
            checked={overlay.on}
            onChange={({ target }) => overlay.setOn(target.checked)}
          />{' '}
          {t('overlay')}
          {overlay.trace && <small> · {t('overlayNote', { count: overlay.count })}</small>}
        </label>
      )}
      {earlier.length > 0 && <FigureTable heads={heads} rows={rows} />}
    </section>
  );
}

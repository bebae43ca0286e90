import { useTranslation } from 'react-i18next';
import { formatArea, formatShare } from '../../kit/format/format.ts';
import './run-progress.css';

interface Props {
  run: { coverage: number | null; cleanedM2: number | null; plannedM2: number | null };
}

/** The cleaned part of the planned area: bar, share, and square metres. */
export function RunProgress({ run: { coverage, cleanedM2, plannedM2 } }: Props) {
  const { t } = useTranslation('run');
  const figures = { cleaned: formatArea(cleanedM2), planned: formatArea(plannedM2) };
  return (
    <span className="run-progress" title={t('progressFormula', figures)}>
      <span
        className="run-progress-bar"
        role="progressbar"
        aria-label={t('coverage')}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(coverage !== null && { 'aria-valuenow': Math.round(coverage * 100) })}
      >
        <i style={{ inlineSize: `${100 * Math.min(1, coverage ?? 0)}%` }} />
      </span>
      <span className="run-progress-share">{formatShare(coverage)}</span>
      <small>{t('ofPlanned', figures)}</small>
    </span>
  );
}

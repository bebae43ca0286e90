import type { ReportRow } from '@sweepline/contract';
import { cleanableM2, coverageShare } from '@sweepline/map-core';
import { useTranslation } from 'react-i18next';
import { formatShare } from '../../../kit/format/format.ts';
import { useWords } from '../../../shared/words/use-words.ts';
import { ResultMark } from './result-mark.tsx';

/** Why a run that its robot ended well is a partial one. */
export function Verdict({
  report: { result, toldResult, doneShare, totals },
}: {
  report: Pick<ReportRow, 'result' | 'toldResult' | 'doneShare' | 'totals'>;
}) {
  const { t } = useTranslation('work/reports');
  const floorM2 = totals.reachableM2 ?? cleanableM2(totals.plannedM2, totals.noGoM2);
  if (toldResult !== 'SUCCESS' || result !== 'PARTIAL') return null;
  const done = coverageShare(totals.cleanedM2, floorM2);
  return t('judged', { done: formatShare(done, 1), least: formatShare(doneShare, 1) });
}

/** The result of a report with its doubts, or else the reason of the robot. */
export function ReportResult({ row }: { row: ReportRow }) {
  const { result, code, flags } = row;
  const { t } = useTranslation('work/reports');
  const { word } = useWords();
  return (
    <span>
      <ResultMark result={result} />
      {flags.length > 0 ? (
        <small className="report-flag" title={t('flagHint')}>
          ⚠ {flags.map((flag) => t(`flag.${flag}`)).join(' · ')}
        </small>
      ) : (
        <small>{code ? word('reply', code) : <Verdict report={row} />}</small>
      )}
      {row.isMeasuring && <small title={t('measuringHint')}>{t('measuring')}</small>}
    </span>
  );
}

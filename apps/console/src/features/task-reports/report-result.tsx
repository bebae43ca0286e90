import type { ReportRow } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useWords } from '../../shared/words/use-words.ts';
import { ResultMark } from './result-mark.tsx';

/** The result of a report with its doubts, or else the reason of the robot. */
export function ReportResult({ row: { result, code, flags } }: { row: ReportRow }) {
  const { t } = useTranslation('task-reports');
  const { word } = useWords();
  return (
    <span>
      <ResultMark result={result} />
      {flags.length > 0 ? (
        <small className="report-flag" title={t('flagHint')}>
          ⚠ {flags.map((flag) => t(`flag.${flag}`)).join(' · ')}
        </small>
      ) : (
        code && <small>{word('reply', code)}</small>
      )}
    </span>
  );
}

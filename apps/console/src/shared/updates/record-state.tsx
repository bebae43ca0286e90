import type { OtaRecord } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../kit/format/format.ts';
import { Level } from '../../kit/ui/level.tsx';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { JobWaits } from '../job-waits/job-waits.tsx';
import { useWords } from '../words/use-words.ts';
import { isOpenRecord, recordMarks } from './record-marks.ts';

const ownCodes = ['NOT_CONFIRMED', 'FELL_BACK', 'CANCELED', 'EXPIRED'] as const;
type OwnCode = (typeof ownCodes)[number];
const isOwn = (code: string): code is OwnCode => ownCodes.some((own) => own === code);

/** Why an update failed, in words. */
function useCodeWord() {
  const { t } = useTranslation('updates');
  const { word } = useWords();
  return (code: string) => (isOwn(code) ? t(`code.${code}`) : word('reply', code));
}

/** Result, phase, progress and rate of an update, and why it waits or failed. */
export function RecordState({ record }: { record: OtaRecord }) {
  const { t } = useTranslation('updates');
  const { word } = useWords();
  const codeWord = useCodeWord();
  const { state, phase, pct, rateBps, code, attempt, waits } = record;
  const isOpen = isOpenRecord(state);
  const name = isOpen && phase ? word('jobPhase', phase) : t(`record.${state}`);
  return (
    <span className="update-state">
      <StateMark {...recordMarks[state]} word={name} />
      {state === 'UPGRADING' && pct !== null && (
        <span className="update-progress">
          <Level label={name} value={pct} tone="moving" />
          {rateBps !== null && <small>{t('perSecond', { bytes: formatBytes(rateBps) })}</small>}
        </span>
      )}
      {code && <small>{codeWord(code)}</small>}
      {attempt > 1 && <small>{t('attempt', { number: attempt })}</small>}
      {isOpen && <JobWaits waits={waits} />}
    </span>
  );
}

import type { FileTransfer } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Level } from '../../../../kit/ui/level.tsx';
import { JobWaits } from '../../../../shared/job-waits/job-waits.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';

const openStates: readonly FileTransfer['state'][] = ['WAITING', 'RUNNING', 'PAUSED'];
export const isOpen = ({ state }: Pick<FileTransfer, 'state'>) => openStates.includes(state);

/** The phase of a transfer, its progress, and what it waits for or why it failed. */
export function TransferState({ transfer: { state, phase, pct, code, waits } }: { transfer: FileTransfer }) {
  const { t } = useTranslation('remote/files');
  const { word } = useWords();
  return (
    <>
      <span>{word('jobPhase', state === 'RUNNING' ? phase : state)}</span>
      {code && state === 'FAILED' && <small>{word('reply', code)}</small>}
      {(state === 'RUNNING' || state === 'PAUSED') && <Level label={t('progress')} value={pct} />}
      {isOpen({ state }) && <JobWaits waits={waits} />}
    </>
  );
}

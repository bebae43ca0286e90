import type { DeviceLog, LogPullState } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Level } from '../../../kit/ui/level.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { JobWaits } from '../../../shared/job-waits/job-waits.tsx';
import type { Mark } from '../../../shared/words/marks.ts';
import { useWords } from '../../../shared/words/use-words.ts';

const marks: Record<LogPullState, Mark> = {
  WAITING: { tone: 'waiting', icon: 'clock' },
  RUNNING: { tone: 'moving', icon: 'download' },
  DONE: { tone: 'working', icon: 'check' },
  FAILED: { tone: 'fault', icon: 'alert' },
  CANCELED: { tone: 'quiet', icon: 'stop' },
};

/** The state of a pull, with the progress of one that runs and the reason of one that failed. */
export function LogState({ log }: { log: DeviceLog }) {
  const { t } = useTranslation('remote/logs');
  const { word } = useWords();
  const { state, phase, pct, code, file, waits } = log;
  const note =
    code !== ''
      ? word('reply', code)
      : state === 'RUNNING' && phase
        ? word('jobPhase', phase)
        : state === 'DONE' && !file
          ? t('noFiles')
          : '';
  return (
    <span className="log-state">
      <StateMark {...marks[state]} word={t(`states.${state}`)} />
      {state === 'RUNNING' && <Level label={t('progress')} value={pct} tone="moving" />}
      {note && <small>{note}</small>}
      {state === 'RUNNING' && <JobWaits waits={waits} />}
    </span>
  );
}

import type { OtaTask, OtaTaskState } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Mark } from '../../../shared/words/marks.ts';

const marks: Record<OtaTaskState, Mark> = {
  DRAFT: { tone: 'quiet', icon: 'edit' },
  WAITING_APPROVAL: { tone: 'waiting', icon: 'shield' },
  RUNNING: { tone: 'moving', icon: 'play' },
  PAUSED: { tone: 'waiting', icon: 'pause' },
  STOPPED: { tone: 'fault', icon: 'alert' },
  DONE: { tone: 'working', icon: 'check' },
  CANCELED: { tone: 'quiet', icon: 'close' },
};

/** The state of a rollout, as an icon with its word, and why it does not go on. */
export function TaskMark({ state, reason }: Pick<OtaTask, 'state' | 'reason'>) {
  const { t } = useTranslation('updates/rollouts');
  return (
    <>
      <StateMark {...marks[state]} word={t(`state.${state}`)} />
      {reason && <small>{t(`reason.${reason}`)}</small>}
    </>
  );
}

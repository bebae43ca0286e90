import type { AiTraining, AiTrainingState } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatNumber } from '../../../kit/format/format.ts';
import type { IconName } from '../../../kit/ui/icons.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';

const looks: Record<AiTrainingState, { tone: Tone; icon: IconName }> = {
  WAITING: { tone: 'waiting', icon: 'clock' },
  RUNNING: { tone: 'working', icon: 'play' },
  DONE: { tone: 'working', icon: 'check' },
  FAILED: { tone: 'fault', icon: 'alert' },
  CANCELLED: { tone: 'quiet', icon: 'stop' },
};

/** The state of a training, and how far it is while it runs, or why it failed. */
export function TrainingState({ training }: { training: AiTraining }) {
  const { t } = useTranslation('ai/training');
  const { state, epoch, epochs, secondsLeft, fault } = training;
  return (
    <>
      <StateMark {...looks[state]} word={t(`states.${state}`)} />
      {state === 'RUNNING' && (
        <small>
          {t('epochOf', { epoch: formatNumber(epoch), epochs: formatNumber(epochs) })}
          {secondsLeft !== null && ` · ${t('left', { time: formatDuration(secondsLeft) })}`}
        </small>
      )}
      {fault && <small>{t(`faults.${fault}`)}</small>}
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import type { LiveLogState } from './use-live-log.ts';

interface Props extends LiveLogState {
  name: string;
  online: boolean;
  onAgain: () => void;
}

const marks = {
  STARTING: { tone: 'moving', icon: 'refresh' },
  RUNNING: { tone: 'working', icon: 'play' },
  ENDED: { tone: 'quiet', icon: 'stop' },
  FAILED: { tone: 'fault', icon: 'alert' },
} as const;

/** Whether lines come, and if none do, why and what to do. */
export function LogState({ state, refusal, name, online, onAgain }: Props) {
  const { t } = useTranslation('remote/diagnosis');
  const isOver = state === 'ENDED' || state === 'FAILED';
  const reason = refusal || (isOver ? t(online ? `log.why.${state}` : 'log.why.offline', { name }) : '');
  return (
    <div className="dg-log-state" role="status">
      <StateMark {...marks[state]} word={t(`log.states.${state}`)} />
      {reason && <span>{reason}</span>}
      {isOver && (
        <Button icon="refresh" onClick={onAgain}>
          {t('log.again')}
        </Button>
      )}
    </div>
  );
}

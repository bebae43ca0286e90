import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock, formatDuration } from '../../kit/format/format.ts';
import { useSecond } from '../../kit/format/use-now.ts';
import { Figure } from '../../kit/ui/figure.tsx';
import { useWords } from '../words/use-words.ts';
import type { RunDetail, RunFigures } from './run-rules.ts';

interface Props {
  /** While it is paused or waits, the time left stands still. */
  isWorking: boolean;
  figures: RunFigures;
  phases: RunDetail['phases'];
}

/** The seconds left, counted down between the reports of the robot. */
function useSecondsLeft(etaS: number | null, isWorking: boolean, now: number): number | null {
  const [told, setTold] = useState(() => ({ etaS, at: Date.now() }));
  if (told.etaS !== etaS) setTold({ etaS, at: now });
  if (etaS === null || !isWorking) return etaS;
  return Math.max(0, etaS - Math.max(0, now - told.at) / 1000);
}

/** The current phase with its start and duration, and the time left. The title lists the phases so far. */
export function RunPhase({ figures: { phase, etaS }, phases, isWorking }: Props) {
  const { t } = useTranslation('run');
  const { word } = useWords();
  const now = useSecond();
  const secondsLeft = useSecondsLeft(etaS, isWorking, now);
  const last = phases.at(-1);
  return (
    <p className="run-phase">
      <span title={phases.map((one) => `${formatClock(one.at)} ${word('phase', one.phase)}`).join('\n')}>
        {phase ? word('phase', phase) : t('waitsForRobot')}
        {last && (
          <small>
            {formatClock(last.at)} · {formatDuration((now - Date.parse(last.at)) / 1000)}
          </small>
        )}
      </span>
      <span>
        <small>{t('eta')}</small> <Figure value={formatDuration(secondsLeft)} />
      </span>
    </p>
  );
}

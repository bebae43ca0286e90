import { useTranslation } from 'react-i18next';
import { formatClock, formatDuration } from '../../kit/format/format.ts';
import { useNow } from '../../kit/format/use-now.ts';
import { Figure } from '../../kit/ui/figure.tsx';
import { useWords } from '../words/use-words.ts';
import type { RunDetail, RunFigures } from './run-rules.ts';

interface Props {
  figures: RunFigures;
  phases: RunDetail['phases'];
}

/** The current phase with its start and duration, and the time left. The title lists the phases so far. */
export function RunPhase({ figures: { phase, etaS }, phases }: Props) {
  const { t } = useTranslation('run');
  const { word } = useWords();
  const now = useNow();
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
        <small>{t('eta')}</small> <Figure value={formatDuration(etaS)} />
      </span>
    </p>
  );
}

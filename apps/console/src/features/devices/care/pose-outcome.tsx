import { isOverCommand, relocationScore } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { commandMarks } from '../../../shared/command/command-life.ts';
import { useCommand } from '../../../shared/command/use-command.ts';
import { formatNumber, unknown } from '../../../kit/format/format.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useWords } from '../../../shared/words/use-words.ts';

/** The result of the last pose sent to the robot. */
export function PoseOutcome({ id }: { id: string }) {
  const { t } = useTranslation('devices/care');
  const { word } = useWords();
  const { data: command } = useCommand(id);
  if (!command) return null;
  const { status, code, result } = command;
  const score = typeof result?.['score'] === 'number' ? formatNumber(result['score'], 2) : unknown;
  return (
    <div className="care-outcome" role="status">
      <StateMark {...commandMarks[status]} word={word('commandState', status)} />
      {!isOverCommand(command) && <small>{t('looking')}</small>}
      {code === 'RELOCATION_LOW_SCORE' && (
        <small>{t('lowScore', { score, least: formatNumber(relocationScore, 1) })}</small>
      )}
      {code && code !== 'RELOCATION_LOW_SCORE' && <small>{word('reply', code)}</small>}
    </div>
  );
}

import type { AlarmEntry } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../kit/format/format.ts';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { useNow } from '../../kit/format/use-now.ts';
import { useWords } from '../../shared/words/use-words.ts';

type Alarm = Pick<AlarmEntry, 'code' | 'level' | 'name' | 'description'>;

/** What it is, in the reader's language where we know the code; a robot of another maker says it itself. */
export function AlarmName({ code, level, name, description }: Alarm) {
  const { word } = useWords();
  const known = word('alarm', code);
  return (
    // From level 4 on the robot does not move.
    <StateMark
      tone={level >= 4 ? 'fault' : 'waiting'}
      icon="alert"
      word={known === code ? description || name || code : known}
    />
  );
}

/** How long it stood, or stands by now. */
export function AlarmDuration({ raisedAt, clearedAt }: Pick<AlarmEntry, 'raisedAt' | 'clearedAt'>) {
  const { t } = useTranslation('alarms');
  const now = useNow();
  const end = clearedAt === null ? now : Date.parse(clearedAt);
  const seconds = Math.max(0, end - Date.parse(raisedAt)) / 1000;
  return (
    <span>
      {formatDuration(seconds)}
      {clearedAt === null && <small>{t('soFar')}</small>}
    </span>
  );
}

import type { AlarmEntry } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../kit/format/format.ts';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { useNow } from '../../kit/format/use-now.ts';
import { useWords } from '../../shared/words/use-words.ts';

type Alarm = Pick<AlarmEntry, 'code' | 'level' | 'name' | 'description'>;

/** The alarm in the user's language when its code is known; otherwise the robot's own text. */
export function AlarmName({ code, level, name, description }: Alarm) {
  const { word } = useWords();
  const text = word('alarm', code);
  return (
    // The robot stops from level 4 on.
    <StateMark
      tone={level >= 4 ? 'fault' : 'waiting'}
      icon="alert"
      word={text === code ? description || name || code : text}
    />
  );
}

/** The duration of the alarm, up to now while it is open. */
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

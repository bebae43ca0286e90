import type { AlarmEntry } from '@sweepline/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatTime } from '../../../kit/format/format.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useNow } from '../../../kit/format/use-now.ts';
import { usePersonName } from '../../../shared/people/use-person-name.ts';
import { useWords } from '../../../shared/words/use-words.ts';
import { levelTone } from '../../../shared/words/level-tone.ts';

type Alarm = Pick<AlarmEntry, 'code' | 'name' | 'description'>;

/** The alarm in the user's language when its code is known; otherwise the robot's own text. */
export function useAlarmName() {
  const { word } = useWords();
  return useCallback(
    ({ code, name, description }: Alarm): string => {
      const text = word('alarm', code);
      return text === code ? description || name || code : text;
    },
    [word],
  );
}

/** The name with the colour of its effective level. */
export function AlarmName(alarm: Alarm & Pick<AlarmEntry, 'effectiveLevel'>) {
  const nameOf = useAlarmName();
  return <StateMark tone={levelTone(alarm.effectiveLevel)} icon="alert" word={nameOf(alarm)} />;
}

/** The effective level. Where the settings changed it, the robot's own level is shown on hover. */
export function AlarmLevel({ level, effectiveLevel }: Pick<AlarmEntry, 'level' | 'effectiveLevel'>) {
  const { t } = useTranslation('alarms/alarms');
  const text = t('levelOf', { level: effectiveLevel });
  if (level === effectiveLevel) return <>{text}</>;
  return (
    <span className="sl-figure-formula" title={t('ownLevel', { level: effectiveLevel, own: level })}>
      {text}
    </span>
  );
}

/** The duration of the alarm, up to now while it is open. */
export function AlarmDuration({ raisedAt, clearedAt }: Pick<AlarmEntry, 'raisedAt' | 'clearedAt'>) {
  const { t } = useTranslation('alarms/alarms');
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

/** Whether the alarm stands. A cause is open as long as one of its followers is. */
export function AlarmState({ clearedAt, isOpen, isChattering }: AlarmEntry) {
  const { t } = useTranslation('alarms/alarms');
  const word = clearedAt === null ? 'open' : isOpen ? 'followersOpen' : 'cleared';
  return (
    <>
      <StateMark tone={isOpen ? 'waiting' : 'quiet'} icon={isOpen ? 'alert' : 'check'} word={t(word)} />
      {isChattering && <small>{t('chattering')}</small>}
    </>
  );
}

/** What people did to the alarm: the newest decision, and who has it. */
export function AlarmLife({ acknowledged, shelved, processed, owner }: AlarmEntry) {
  const { t } = useTranslation('alarms/alarms');
  const personName = usePersonName();
  if (processed)
    return (
      <span title={processed.result}>
        <StateMark tone="working" icon="check" word={t('lifeStates.processed')} />
        <small>{personName(processed)}</small>
      </span>
    );
  if (shelved)
    return (
      <span title={t('until', { at: formatTime(shelved.until), reason: shelved.reason })}>
        <StateMark tone="quiet" icon="sleep" word={t('lifeStates.shelved')} />
        <small className="alarm-note">
          {t('until', { at: formatTime(shelved.until), reason: shelved.reason })}
        </small>
      </span>
    );
  const who = owner ?? acknowledged;
  return (
    <span>
      <StateMark
        tone={acknowledged ? 'moving' : 'waiting'}
        icon={acknowledged ? 'seen' : 'bell'}
        word={t(acknowledged ? 'lifeStates.acknowledged' : owner ? 'unacknowledged' : 'lifeStates.new')}
      />
      {who && <small>{personName(who)}</small>}
    </span>
  );
}

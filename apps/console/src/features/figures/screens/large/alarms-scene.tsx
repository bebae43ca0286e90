import type { ScreenView } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../../kit/format/format.ts';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';
import { RobotName } from './robot-name.tsx';
import { levelTone } from '../../../../shared/words/level-tone.ts';

const maxAlarms = 6;

/** The latest alarms of the last seven days, without names of people. */
export function AlarmsScene({ alarms }: { alarms: NonNullable<ScreenView['alarms']> }) {
  const { t } = useTranslation('figures/screens');
  const { word } = useWords();
  if (alarms.length === 0) return <p className="large-empty">{t('large.noAlarms')}</p>;
  return (
    <ul className="alarms-scene">
      {alarms.slice(0, maxAlarms).map((alarm) => {
        const name = word('alarm', alarm.code);
        const tone = alarm.clearedAt ? 'working' : levelTone(alarm.level);
        return (
          <li key={alarm.id} className={`large-tone-${tone}`}>
            <Icon name={alarm.clearedAt ? 'check' : 'alert'} size={24} strokeWidth={2.1} />
            <span className="large-name">
              {name === alarm.code ? alarm.name : name}
              <small>
                <RobotName robot={alarm.robot} />
                {alarm.siteName && ` · ${alarm.siteName}`}
              </small>
            </span>
            <span className="large-value">
              <time dateTime={alarm.raisedAt}>{formatTime(alarm.raisedAt)}</time>
              <small>{t(alarm.clearedAt ? 'large.cleared' : 'large.open', { level: alarm.level })}</small>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

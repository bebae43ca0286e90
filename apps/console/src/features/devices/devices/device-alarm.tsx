import { useTranslation } from 'react-i18next';
import { unknown } from '../../../kit/format/format.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { levelTone } from '../../../shared/words/level-tone.ts';

/** The highest open alarm; the robot stops from level 4 on. */
export function DeviceAlarm({ level }: { level: number }) {
  const { t } = useTranslation('devices/devices');
  if (level === 0) return <span className="sl-unknown">{unknown}</span>;
  return <StateMark tone={levelTone(level)} icon="alert" word={t('alarmLevel', { level })} />;
}

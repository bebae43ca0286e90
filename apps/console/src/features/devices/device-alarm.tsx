import { useTranslation } from 'react-i18next';
import { unknown } from '../../kit/format/format.ts';
import { StateMark } from '../../kit/ui/state-mark.tsx';

/** The highest open alarm; the robot stops from level 4 on. */
export function DeviceAlarm({ level }: { level: number }) {
  const { t } = useTranslation('devices');
  if (level === 0) return <span className="sl-unknown">{unknown}</span>;
  return <StateMark tone={level >= 4 ? 'fault' : 'waiting'} icon="alert" word={t('alarmLevel', { level })} />;
}

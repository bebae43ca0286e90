import { alarmLevels, type Profile } from '@sweepline/contract';
import { Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { DateInput } from '../../../kit/form/date-input.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { readerZone } from '../../../kit/format/reader.ts';

interface Props {
  profile: Profile;
  onChange: (changes: Profile) => void;
}

const usualQuiet = { from: '22:00', to: '06:00', level: 5 };
/** Above every level: no alarm breaks through. */
const none = 6;

/** Quiet hours of the own account. They need a zone that does not change with the browser. */
export function ProfileQuiet({ profile, onChange }: Props) {
  const { t } = useTranslation('people/profile');
  const { quiet, timezone } = profile;
  const change = (changes: Partial<typeof usualQuiet>) =>
    onChange({ quiet: { ...(quiet ?? usualQuiet), ...changes }, timezone: timezone ?? readerZone() });
  return (
    <>
      <div className="profile-switch">
        <span>
          {t('quiet.title')}
          <small>{t('quiet.hint')}</small>
        </span>
        <Switch
          aria-label={t('quiet.title')}
          checked={quiet !== undefined}
          onChange={(isOn) => (isOn ? change({}) : onChange({ quiet: undefined }))}
        />
      </div>
      {quiet && (
        <div className="profile-quiet">
          <DateInput
            kind="clock"
            clearable={false}
            aria-label={t('quiet.from')}
            value={quiet.from}
            onChange={(from) => change({ from })}
          />
          <DateInput
            kind="clock"
            clearable={false}
            aria-label={t('quiet.to')}
            value={quiet.to}
            onChange={(to) => change({ to })}
          />
          <Select
            aria-label={t('quiet.level')}
            value={quiet.level}
            options={[...alarmLevels, none].map((value) => ({
              value,
              label: value === none ? t('quiet.none') : t('quiet.breaks', { level: formatNumber(value) }),
            }))}
            onChange={(level) => change({ level })}
          />
        </div>
      )}
    </>
  );
}

import { timeZoneNames } from '@sweepline/contract/robot';
import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { browserZone } from '../../../kit/format/reader.ts';
import { useNow } from '../../../kit/format/use-now.ts';
import { formatOffset, formatTimeIn } from '../../../kit/format/zone-time.ts';

interface Props {
  /** Undefined uses the current time zone of the browser. */
  zone: string | undefined;
  onChange: (zone: string | undefined) => void;
}

const browser = '';

/** All zones with their offsets. The current time in the zone is shown below the field. */
export function ZoneSelect({ zone, onChange }: Props) {
  const { t } = useTranslation('people/profile');
  const now = useNow();
  const [at] = useState(Date.now);
  const options = useMemo(() => {
    const zones = timeZoneNames.map((name) => ({
      value: name,
      label: `${name.replaceAll('_', ' ')} · ${formatOffset(name, at)}`,
    }));
    return [{ value: browser, label: t('browserZone', { zone: browserZone() }) }, ...zones];
  }, [t, at]);
  const time = formatTimeIn(new Date(now).toISOString(), zone ?? browserZone());
  return (
    <label className="profile-field">
      <span>{t('timezone')}</span>
      <Select
        aria-label={t('timezone')}
        showSearch={{ optionFilterProp: 'label' }}
        value={zone ?? browser}
        options={options}
        onChange={(next) => onChange(next === browser ? undefined : next)}
      />
      <small>{t('timeThere', { time })}</small>
    </label>
  );
}

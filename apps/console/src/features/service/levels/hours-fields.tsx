import { timeZoneNames } from '@sweepline/contract/robot';
import { serviceLevelLimits, type BusinessHours } from '@sweepline/contract';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { WeeklyWindows } from '../../../shared/company-choice/weekly-windows.tsx';

interface Props {
  hours: BusinessHours;
  onChange: (hours: BusinessHours) => void;
}

const firstWindow = { weekdays: [6], from: '09:00', to: '13:00' };

/** Times of the week and their time zone. A time that ends earlier than it begins ends on the next day. */
export function HoursFields({ hours, onChange }: Props) {
  const { t } = useTranslation('service/levels');
  return (
    <div className="level-hours">
      <WeeklyWindows
        windows={hours.windows}
        first={firstWindow}
        min={1}
        max={serviceLevelLimits.windows}
        onChange={(windows) => onChange({ ...hours, windows })}
      />
      <Select
        aria-label={t('zone')}
        showSearch
        value={hours.timezone ?? ''}
        options={[
          { value: '', label: t('siteZone') },
          ...timeZoneNames.map((zone) => ({ value: zone, label: zone })),
        ]}
        onChange={(zone: string) => onChange({ ...hours, timezone: zone === '' ? null : zone })}
      />
    </div>
  );
}

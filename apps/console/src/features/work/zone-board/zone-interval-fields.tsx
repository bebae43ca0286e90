import { InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';

export const hoursIn = { hours: 1, days: 24 } as const;
export type IntervalUnit = keyof typeof hoursIn;

const maxHours = 2160;

interface Props {
  amount: number | null;
  unit: IntervalUnit;
  onAmount: (amount: number | null) => void;
  onUnit: (unit: IntervalUnit) => void;
}

/** The interval of cleaning, in hours or days. */
export function ZoneIntervalFields({ amount, unit, onAmount, onUnit }: Props) {
  const { t } = useTranslation('work/zone-board');
  return (
    <div className="zones-target-every">
      <InputNumber
        aria-label={t('amount')}
        min={1}
        max={maxHours / hoursIn[unit]}
        precision={0}
        value={amount}
        onChange={onAmount}
      />
      <Select<IntervalUnit>
        aria-label={t('unit')}
        value={unit}
        onChange={onUnit}
        options={(['hours', 'days'] as const).map((value) => ({ value, label: t(`units.${value}`) }))}
      />
    </div>
  );
}

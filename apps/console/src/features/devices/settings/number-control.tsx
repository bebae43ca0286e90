import type { SettingField } from '@sweepline/contract/robot';
import { InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { areaUnit, decimalSign } from '../../../kit/format/format-unit.ts';
import type { ControlProps } from './setting-control.tsx';

type NumberField = Extract<SettingField, { kind: 'number' }>;

const places = (step: number) => (Number.isInteger(step) ? 0 : 2);
const rounded = (value: number, step: number) => Number(value.toFixed(places(step)));

/** A number in the user's unit; the stored value is in the robot's unit. */
export function NumberControl({
  field,
  label,
  value,
  disabled,
  onChange,
}: Omit<ControlProps, 'field'> & { field: NumberField }) {
  const { t } = useTranslation('devices/settings');
  const { min, max, step, unit, never } = field;
  const area = unit === 'm²' ? areaUnit() : { perM2: 1, sign: unit };
  const sign = unit === 'runs' ? t('unitRuns') : area.sign;
  const displayed = typeof value === 'number' ? rounded(value * area.perM2, step) : null;
  const off = never !== undefined && value === never;
  return (
    <span className="ds-number">
      <InputNumber
        aria-label={label}
        value={off ? null : displayed}
        min={rounded(min * area.perM2, step)}
        max={rounded(max * area.perM2, step)}
        step={step}
        {...(places(step) === 0 && { precision: 0 })}
        decimalSeparator={decimalSign()}
        suffix={sign}
        disabled={disabled || off}
        onChange={(next) =>
          next !== null && onChange(clamped(field, rounded(Number(next) / area.perM2, step)))
        }
      />
      {never !== undefined && (
        <label>
          <input
            type="checkbox"
            checked={off}
            disabled={disabled}
            onChange={(event) => onChange(event.target.checked ? never : min)}
          />
          {t('never')}
        </label>
      )}
    </span>
  );
}

/** Rounding in another unit must not leave the range. */
const clamped = ({ min, max }: NumberField, value: number) => Math.min(max, Math.max(min, value));

import { timeZoneNames, type SettingField } from '@sweepline/contract/robot';
import { Select, Switch } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Segments } from '../../../kit/ui/segments.tsx';
import { NumberControl } from './number-control.tsx';
import { NightControl, LockControl } from './object-controls.tsx';

export interface ControlProps {
  field: SettingField;
  /** The key of the setting and the label of the control. */
  name: string;
  label: string;
  value: unknown;
  /** The robot's lock has a PIN already. */
  locked?: boolean;
  disabled: boolean;
  optionText: (value: string) => string;
  onChange: (value: unknown) => void;
}

/** The control for each type of setting. */
export function SettingControl(props: ControlProps) {
  const { field, label, value, disabled, optionText, onChange } = props;
  const { t } = useTranslation('devices/settings');
  switch (field.kind) {
    case 'switch':
      return (
        <Switch
          aria-label={label}
          checked={value === true}
          disabled={disabled}
          checkedChildren={t('on')}
          unCheckedChildren={t('off')}
          onChange={onChange}
        />
      );
    case 'choice':
      return (
        <Select
          aria-label={label}
          value={typeof value === 'string' ? value : null}
          disabled={disabled}
          options={field.options.map((option) => ({ value: option, label: optionText(option) }))}
          onChange={onChange}
        />
      );
    case 'number':
      return isLevel(field) ? (
        <LevelControl {...props} field={field} />
      ) : (
        <NumberControl {...props} field={field} />
      );
    case 'object':
      return 'pin' in field.parts ? <LockControl {...props} /> : <NightControl {...props} />;
    case 'timezone':
      return <ZoneControl {...props} />;
    case 'colour':
      return <ColourControl {...props} />;
    default:
      return null;
  }
}

const isLevel = ({ unit, min, max }: { unit?: string; min: number; max: number }) =>
  unit === undefined && max - min <= 3;

/** Steps from off to strong. */
function LevelControl({
  field,
  label,
  value,
  disabled,
  onChange,
}: ControlProps & { field: { min: number; max: number } }) {
  const { t } = useTranslation('devices/settings');
  const steps = Array.from({ length: field.max - field.min + 1 }, (_, index) => String(field.min + index));
  return (
    <fieldset className="ds-bare" disabled={disabled}>
      <Segments
        label={label}
        value={String(value)}
        options={steps.map((step) => ({ value: step, text: step === '0' ? t('off') : step }))}
        onChange={(step) => onChange(Number(step))}
      />
    </fieldset>
  );
}

function ZoneControl({ label, value, disabled, onChange }: ControlProps) {
  const options = useMemo(
    () => timeZoneNames.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    [],
  );
  return (
    <Select
      showSearch
      aria-label={label}
      value={typeof value === 'string' ? value : null}
      disabled={disabled}
      options={options}
      onChange={onChange}
    />
  );
}

/** Six hexadecimal digits; the colour input of the browser needs a leading `#`. */
function ColourControl({ label, value, disabled, onChange }: ControlProps) {
  const hex = typeof value === 'string' ? value : '';
  return (
    <span className="ds-colour">
      <input
        type="color"
        aria-label={label}
        value={hex ? `#${hex.toLowerCase()}` : '#000000'}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value.slice(1).toUpperCase())}
      />
      <code>{hex ? `#${hex.toUpperCase()}` : '—'}</code>
    </span>
  );
}

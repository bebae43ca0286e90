import { isRecord } from '@sweepline/contract/robot';
import { Input, InputNumber, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { DateInput } from '../../../kit/form/date-input.tsx';
import type { ControlProps } from './setting-control.tsx';

/** Quiet hours: start, end and maximum volume. */
export function NightControl({ label, value, disabled, onChange }: ControlProps) {
  const { t } = useTranslation('devices/settings');
  const night = { enabled: false, from: '22:00', to: '07:00', volume: 20, ...(isRecord(value) ? value : {}) };
  const put = (part: object) => onChange({ ...night, ...part });
  return (
    <div className="ds-parts">
      <Switch
        aria-label={label}
        checked={night.enabled}
        disabled={disabled}
        checkedChildren={t('on')}
        unCheckedChildren={t('off')}
        onChange={(enabled) => put({ enabled })}
      />
      {night.enabled && (
        <>
          {(['from', 'to'] as const).map((part) => (
            <label key={part}>
              <small>{t(`part.${part}`)}</small>
              <DateInput
                kind="clock"
                value={night[part]}
                clearable={false}
                disabled={disabled}
                onChange={(clock) => put({ [part]: clock })}
              />
            </label>
          ))}
          <label>
            <small>{t('part.volume')}</small>
            <InputNumber
              aria-label={t('part.volume')}
              value={night.volume}
              min={0}
              max={100}
              precision={0}
              suffix="%"
              disabled={disabled}
              onChange={(volume) => volume !== null && put({ volume })}
            />
          </label>
        </>
      )}
    </div>
  );
}

/** The lock, and the PIN when it is changed. */
export function LockControl({ label, value, locked = false, disabled, onChange }: ControlProps) {
  const { t } = useTranslation('devices/settings');
  const lock = isRecord(value) ? value : {};
  const on = lock['enabled'] === true;
  const pin = typeof lock['pin'] === 'string' ? lock['pin'] : '';
  return (
    <div className="ds-parts">
      <Switch
        aria-label={label}
        checked={on}
        disabled={disabled}
        checkedChildren={t('on')}
        unCheckedChildren={t('off')}
        onChange={(enabled) => onChange(pin && enabled ? { enabled, pin } : { enabled })}
      />
      {on && (
        <label>
          <small>{t('part.pin')}</small>
          <Input.Password
            aria-label={t('part.pin')}
            value={pin}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            placeholder={locked ? t('keepPin') : ''}
            disabled={disabled}
            onChange={(event) => {
              const digits = event.target.value.replaceAll(/\D/g, '');
              onChange(digits ? { enabled: true, pin: digits } : { enabled: true });
            }}
          />
        </label>
      )}
    </div>
  );
}

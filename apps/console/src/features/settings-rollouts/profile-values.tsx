import { deviceSettingCalls, type settingModels } from '@sweepline/contract';
import { settingKeysOf, settingOf } from '@sweepline/contract/robot';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reading } from '../../kit/api/api.ts';
import { DeviceSelect } from '../../shared/device-picker/device-select.tsx';
import { toast } from '../../kit/ui/toasts.ts';
import { useSettingParts, useSettingWords } from './setting-parts.ts';

interface Props {
  model: (typeof settingModels)[number];
  values: Readonly<Record<string, unknown>>;
  faults: Readonly<Record<string, string>>;
  readOnly: boolean;
  onChange: (values: Record<string, unknown>) => void;
}

/** A lock on one screen is nobody else's. */
const keysOf = (model: string) => settingKeysOf(model).filter((key) => key !== 'screenLock');

/** Every setting of a model, ticked if the profile brings it. */
export function ProfileValues({ model, values, faults, readOnly, onChange }: Props) {
  const { t } = useTranslation('settings-rollouts');
  const words = useSettingWords(model);
  const { Control } = useSettingParts();
  const cache = useQueryClient();
  const keys = keysOf(model);
  const takeFrom = async (id: string) => {
    const { reported } = await cache.fetchQuery(reading(deviceSettingCalls.detail, { id }));
    if (!reported) return toast({ tone: 'failed', text: t('notTold') });
    const known = keys.filter((key) => reported[key] !== undefined);
    onChange(Object.fromEntries(known.map((key) => [key, reported[key]])));
  };
  const set = (key: string, value: unknown) => onChange({ ...values, [key]: value });
  const drop = (key: string) =>
    onChange(Object.fromEntries(Object.entries(values).filter(([other]) => other !== key)));
  return (
    <section className="sr-values-form">
      <header>
        <h2>{t('settingsTitle')}</h2>
        {!readOnly && (
          <DeviceSelect
            label={t('takeFrom')}
            value={null}
            narrowed={{ model: [model] }}
            onChange={(id) => void takeFrom(id)}
          />
        )}
      </header>
      <p className="sr-note">{t('valuesHint')}</p>
      {keys.map((key) => {
        const field = settingOf(model, key);
        const on = key in values;
        const fault = faults[`values.${key}`];
        return (
          field && (
            <div key={key} className="sr-setting" data-on={on || undefined}>
              <label>
                <input
                  type="checkbox"
                  checked={on}
                  disabled={readOnly}
                  onChange={(event) => (event.target.checked ? set(key, field.default) : drop(key))}
                />
                {words.nameOf(key)}
              </label>
              {on && (
                <Control
                  field={field}
                  name={key}
                  label={words.nameOf(key)}
                  value={values[key]}
                  disabled={readOnly}
                  optionText={(option) => words.optionText(key, option)}
                  onChange={(value) => set(key, value)}
                />
              )}
              {fault && <p role="alert">{fault}</p>}
            </div>
          )
        );
      })}
    </section>
  );
}

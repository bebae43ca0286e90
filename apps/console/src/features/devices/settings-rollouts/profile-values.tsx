import { deviceSettingCalls, type settingModels } from '@sweepline/contract';
import { settingKeysOf, settingOf } from '@sweepline/contract/robot';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { DeviceSelect } from '../../../shared/device-picker/device-select.tsx';
import { toast } from '../../../kit/ui/toasts.ts';
import { useSettingParts, useSettingWords } from './setting-parts.ts';

interface Props {
  model: (typeof settingModels)[number];
  values: Readonly<Record<string, unknown>>;
  faults: Readonly<Record<string, string>>;
  readOnly: boolean;
  onChange: (values: Record<string, unknown>) => void;
}

/** The screen lock belongs to a single robot, so profiles exclude it. */
const keysOf = (model: string) => settingKeysOf(model).filter((key) => key !== 'screenLock');

/** All settings of a model, with a check box for those in the profile. */
export function ProfileValues({ model, values, faults, readOnly, onChange }: Props) {
  const { t } = useTranslation('devices/settings-rollouts');
  const words = useSettingWords(model);
  const { Control } = useSettingParts();
  const cache = useQueryClient();
  const keys = keysOf(model);
  const copyFrom = async (id: string) => {
    const { reported } = await cache.fetchQuery(callQuery(deviceSettingCalls.detail, { id }));
    if (!reported) return toast({ tone: 'failed', text: t('notTold') });
    const reportedKeys = keys.filter((key) => reported[key] !== undefined);
    onChange(Object.fromEntries(reportedKeys.map((key) => [key, reported[key]])));
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
            onChange={(id) => void copyFrom(id)}
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

import { settingFaultTexts } from '@sweepline/contract';
import type { SettingField, SettingFault } from '@sweepline/contract/robot';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { currentLang } from '../../../kit/format/lang.ts';
import { SettingControl } from './setting-control.tsx';
import { SettingState } from './setting-state.tsx';
import { useSettings } from './settings-context.ts';
import { isSame } from './use-setting-draft.ts';

interface Props {
  name: string;
  field: SettingField & { default?: unknown };
  /** Beside the control. */
  more?: ReactNode;
}

/** One setting: the requested, the reported and the edited value. */
export function SettingRow({ name, field, more }: Props) {
  const { t } = useTranslation('devices/settings');
  const { words, draft, requested, reported, faults, readOnly, onHistory } = useSettings();
  const id = useId();
  const edited = name in draft.values;
  const value = edited ? draft.values[name] : requested[name];
  const label = words.nameOf(name);
  const hint = words.hintOf(name);
  const fault = faults[name];
  const lock = reported['screenLock'] as { enabled?: boolean } | undefined;
  return (
    <div className="ds-row" data-edited={edited || undefined} role="group" aria-labelledby={id}>
      <div className="ds-name">
        <span id={id}>{label}</span>
        <Button
          look="quiet"
          icon="history"
          className="ds-past"
          aria-label={t('past.of', { setting: label })}
          onClick={() => onHistory(name)}
        />
        {hint && <small>{hint}</small>}
        {field.default !== undefined && !isSame(value, field.default) && (
          <small>{t('default', { value: words.valueText(name, field.default) })}</small>
        )}
      </div>
      <div className="ds-control">
        <SettingControl
          field={field}
          name={name}
          label={label}
          value={value}
          locked={lock?.enabled === true}
          disabled={readOnly}
          optionText={(option) => words.optionText(name, option)}
          onChange={(next) => draft.set(name, next)}
        />
        {more}
        {fault && <p role="alert">{faultText(fault, field, (value_) => words.valueText(name, value_))}</p>}
      </div>
      <div className="ds-said">
        <SettingState name={name} />
        {edited && (
          <Button
            look="quiet"
            icon="undo"
            aria-label={t('undoOne', { setting: label })}
            onClick={() => draft.undo(name)}
          />
        )}
      </div>
    </div>
  );
}

/** The text of a fault; the server sends a text of its own. */
function faultText(fault: string, field: SettingField, valueText: (value: number) => string): string {
  const texts = settingFaultTexts[fault as SettingFault] as (typeof settingFaultTexts)['KEY'] | undefined;
  const text = texts?.[currentLang()] ?? fault;
  if (fault !== 'RANGE' || field.kind !== 'number') return text;
  const [min, max] = [field.min, field.max].map((it) => (field.unit ? valueText(it) : formatNumber(it)));
  return `${text} (${min}–${max})`;
}

import { everything } from '@sweepline/contract';
import { Switch } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Codes } from './permission-choice.ts';

interface Props {
  chosen: Codes;
  granted: Codes;
  readOnly: boolean;
  onChange: (next: Codes) => void;
}

/** The permission `*`, which includes future permissions. Visible if the account or the role has it. */
export function EverythingSwitch({ chosen, granted, readOnly, onChange }: Props) {
  const { t } = useTranslation('people/roles');
  const id = useId();
  const on = chosen.has(everything);
  if (!on && !granted.has(everything)) return null;
  const change = (next: boolean) => {
    const codes = new Set(chosen);
    if (next) codes.add(everything);
    else codes.delete(everything);
    onChange(codes);
  };
  return (
    <div className="role-everything">
      <Switch id={id} checked={on} disabled={readOnly || !granted.has(everything)} onChange={change} />
      <label htmlFor={id}>
        <strong>{t('everything')}</strong>
        <small>{t('everythingHint')}</small>
      </label>
    </div>
  );
}

import { everything } from '@sweepline/contract';
import { Switch } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Codes } from './permission-choice.ts';

interface Props {
  chosen: Codes;
  held: Codes;
  readOnly: boolean;
  onChange: (next: Codes) => void;
}

/** `*`: also what is added to the product later. Offered to who holds it, shown where a role has it. */
export function EverythingSwitch({ chosen, held, readOnly, onChange }: Props) {
  const { t } = useTranslation('roles');
  const id = useId();
  const on = chosen.has(everything);
  if (!on && !held.has(everything)) return null;
  const change = (next: boolean) => {
    const codes = new Set(chosen);
    if (next) codes.add(everything);
    else codes.delete(everything);
    onChange(codes);
  };
  return (
    <div className="role-everything">
      <Switch id={id} checked={on} disabled={readOnly || !held.has(everything)} onChange={change} />
      <label htmlFor={id}>
        <strong>{t('everything')}</strong>
        <small>{t('everythingHint')}</small>
      </label>
    </div>
  );
}

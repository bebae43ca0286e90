import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Segments } from '../../kit/ui/segments.tsx';
import './company-choice.css';

interface Props<V> {
  label: string;
  hint?: string;
  /** The company's own choice; null inherits. */
  value: V | null;
  /** What applies without a choice, and in words. */
  inherited: V;
  inheritedText: string;
  onChange: (value: V | null) => void;
  children: (value: V) => ReactNode;
}

/** One choice of a company: inherited from above, or its own. A new choice begins with what was inherited. */
export function OwnChoice<V>(props: Props<V>) {
  const { label, hint, value, inherited, inheritedText, onChange, children } = props;
  const { t } = useTranslation('company-choice');
  return (
    <fieldset className="own-choice">
      <legend>{label}</legend>
      <Segments
        label={label}
        value={value === null ? 'INHERITED' : 'OWN'}
        options={[
          { value: 'INHERITED', text: t('inherit') },
          { value: 'OWN', text: t('choose') },
        ]}
        onChange={(next) => onChange(next === 'OWN' ? inherited : null)}
      />
      {value === null ? <p className="own-choice-inherited">{inheritedText}</p> : children(value)}
      {hint && <small>{hint}</small>}
    </fieldset>
  );
}

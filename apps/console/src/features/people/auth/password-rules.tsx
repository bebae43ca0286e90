import { passwordLength } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../kit/ui/icon.tsx';
import type { Rule } from './use-password-rules.ts';

interface Props {
  rules: readonly { rule: Rule; met: boolean }[];
  /** Rules are neither met nor broken while the field is empty. */
  touched: boolean;
}

/** The password rules, each ticked while the user types. */
export function PasswordRules({ rules, touched }: Props) {
  const { t } = useTranslation('people/auth');
  return (
    <ul className="sl-password-rules" aria-label={t('rulesTitle')}>
      {rules.map(({ rule, met }) => (
        <li key={rule} className={touched ? (met ? 'sl-rule-kept' : 'sl-rule-broken') : undefined}>
          <Icon name={touched ? (met ? 'check' : 'close') : 'dot'} size={14} strokeWidth={2.2} />
          <span>
            {t(`rules.${rule}`, passwordLength)}
            {touched && <span className="sl-sr-only"> – {t(met ? 'ruleKept' : 'ruleBroken')}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

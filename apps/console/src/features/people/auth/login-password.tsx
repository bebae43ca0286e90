import { useState, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../kit/ui/icon.tsx';

interface Props {
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  onChange?: (value: string) => void;
  /** The error message below the field. */
  failure?: string;
}

/** A password field with a button that shows the text. */
export function LoginPassword({ label, name, autoComplete, onChange, failure }: Props) {
  const { t } = useTranslation('people/auth');
  const [visible, setVisible] = useState(false);
  return (
    <label>
      {label}
      <span className="sl-login-password">
        <input
          className="sl-input"
          name={name}
          type={visible ? 'text' : 'password'}
          autoComplete={autoComplete}
          aria-invalid={failure ? true : undefined}
          {...(onChange && {
            onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange(target.value),
          })}
        />
        <button
          type="button"
          aria-label={t(visible ? 'hidePassword' : 'showPassword')}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
        >
          <Icon name={visible ? 'unseen' : 'seen'} size={17} />
        </button>
      </span>
      {failure && (
        <small className="sl-login-fault" role="alert">
          {failure}
        </small>
      )}
    </label>
  );
}

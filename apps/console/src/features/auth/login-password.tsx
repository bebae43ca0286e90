import { useState, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../kit/ui/icon.tsx';

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
  const { t } = useTranslation('auth');
  const [shown, setShown] = useState(false);
  return (
    <label>
      {label}
      <span className="sl-login-password">
        <input
          className="sl-input"
          name={name}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          aria-invalid={failure ? true : undefined}
          {...(onChange && {
            onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange(target.value),
          })}
        />
        <button
          type="button"
          aria-label={t(shown ? 'hidePassword' : 'showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'unseen' : 'seen'} size={17} />
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

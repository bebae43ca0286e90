import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';

// Calls and their schemas are fetched while the person types: the page itself paints without them.
const loadSignIn = () => import('./sign-in.ts');

export function LoginForm() {
  const { t } = useTranslation('auth');
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(false);
  const [failure, setFailure] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.addEventListener('focusin', () => void loadSignIn(), { once: true });
  }, []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const username = String(fields.get('username')).trim();
    const password = String(fields.get('password'));
    const missing = username === '' ? 'username' : password === '' ? 'password' : null;
    if (missing) {
      setFailure(t(missing === 'username' ? 'usernameMissing' : 'passwordMissing'));
      form.current?.querySelector<HTMLInputElement>(`[name=${missing}]`)?.focus();
      return;
    }
    setBusy(true);
    setFailure('');
    const { confirmSignIn, signIn } = await loadSignIn();
    const outcome = await signIn(username, password);
    const last =
      outcome && 'confirm' in outcome ? await confirmSignIn(outcome.confirm.confirmToken) : outcome;
    setFailure(last && 'failure' in last ? last.failure : '');
    setBusy(false);
  };

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <label>
        {t('username')}
        <input
          className="sl-input"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </label>
      <label>
        {t('password')}
        <span className="sl-login-password">
          <input
            className="sl-input"
            name="password"
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
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
      </label>
      <p className="sl-login-failure" role="alert">
        {failure && <Icon name="alert" size={15} />}
        {failure}
      </p>
      <Button look="main" type="submit" busy={busy}>
        {t('signIn')}
      </Button>
    </form>
  );
}

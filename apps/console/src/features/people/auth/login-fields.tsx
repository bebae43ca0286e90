import type { ConfirmNeeded } from '@sweepline/contract';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { Icon } from '../../../kit/ui/icon.tsx';
import { session } from '../../../kit/api/session.ts';
import { LoginPassword } from './login-password.tsx';

// Calls and their schemas load while the user types, so the page paints without them.
const loadSignIn = () => import('./sign-in.ts');

interface Props {
  failure: string;
  onFailure: (failure: string) => void;
  onConfirm: (confirmation: ConfirmNeeded) => void;
  /** The typed password, reused when an initial password has to be changed. */
  onPassword: (password: string) => void;
}

/** Account and password. */
export function LoginFields({ failure, onFailure, onConfirm, onPassword }: Props) {
  const { t } = useTranslation('people/auth');
  const [busy, setBusy] = useState(false);
  const [signOutReason, setSignOutReason] = useState(session.signOutReason);
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
      onFailure(t(missing === 'username' ? 'usernameMissing' : 'passwordMissing'));
      form.current?.querySelector<HTMLInputElement>(`[name=${missing}]`)?.focus();
      return;
    }
    setBusy(true);
    setSignOutReason('');
    onFailure('');
    onPassword(password);
    const { signIn } = await loadSignIn();
    const outcome = await signIn(username, password);
    setBusy(false);
    if (outcome && 'confirm' in outcome) onConfirm(outcome.confirm);
    else onFailure(outcome?.failure ?? '');
  };

  return (
    <>
      <h1>{t('title')}</h1>
      <p className="sl-login-hint">{t('hint')}</p>
      {signOutReason && (
        <p className="sl-login-note" role="alert">
          {signOutReason}
        </p>
      )}
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
        <LoginPassword label={t('password')} name="password" autoComplete="current-password" />
        <p className="sl-login-failure" role="alert">
          {failure && <Icon name="alert" size={15} />}
          {failure}
        </p>
        <Button look="main" type="submit" busy={busy}>
          {t('signIn')}
        </Button>
      </form>
    </>
  );
}

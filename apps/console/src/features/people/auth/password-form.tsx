import type { SessionUser } from '@sweepline/contract';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { Icon } from '../../../kit/ui/icon.tsx';
import { changePassword } from './change-password.ts';
import { LoginPassword } from './login-password.tsx';
import { PasswordRules } from './password-rules.tsx';
import { usePasswordRules } from './use-password-rules.ts';
import './password-form.css';

interface Props {
  user: SessionUser;
  /** The password typed at sign-in; without it the form asks. */
  originPassword?: string;
  onDone: () => void;
}

type Fault = { origin?: string; repeat?: string; form?: string };

/** A new password, twice, with its rules, and the current one. */
export function PasswordForm({ user, originPassword = '', onDone }: Props) {
  const { t } = useTranslation('people/auth');
  const [origin, setOrigin] = useState(originPassword);
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const [fault, setFault] = useState<Fault>({});
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ password: string; reason: string } | null>(null);
  const rules = usePasswordRules(password, {
    username: user.username,
    ...(origin && { originPassword: origin }),
    ...(refused?.password === password && { refused: refused.reason }),
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (origin === '') return setFault({ origin: t('originMissing') });
    if (rules.some(({ met }) => !met)) return setFault({ form: t(password ? 'rulesBroken' : 'newMissing') });
    if (password !== repeat) return setFault({ repeat: t('mismatch') });
    setFault({});
    setBusy(true);
    const outcome = await changePassword({ originPassword: origin, password, userId: user.userId });
    setBusy(false);
    if (outcome === null) return onDone();
    if (outcome.password) setRefused({ password, reason: outcome.password });
    setFault({
      ...(outcome.originWrong && { origin: t('originWrong') }),
      ...(outcome.password && { form: t('rulesBroken') }),
      ...(outcome.failure && { form: outcome.failure }),
    });
  };

  return (
    <form className="sl-password-form" onSubmit={(event) => void submit(event)} noValidate>
      {/* Password managers read the account from this field. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      {originPassword === '' && (
        <LoginPassword
          label={t('origin')}
          name="originPassword"
          autoComplete="current-password"
          onChange={setOrigin}
          failure={fault.origin}
        />
      )}
      <LoginPassword
        label={t('newPassword')}
        name="password"
        autoComplete="new-password"
        onChange={setPassword}
      />
      <PasswordRules rules={rules} touched={password !== ''} />
      <LoginPassword
        label={t('repeat')}
        name="repeat"
        autoComplete="new-password"
        onChange={setRepeat}
        failure={fault.repeat}
      />
      <p className="sl-login-failure" role="alert">
        {(fault.form ?? (originPassword && fault.origin)) && <Icon name="alert" size={15} />}
        {fault.form ?? (originPassword && fault.origin)}
      </p>
      <Button look="main" type="submit" busy={busy}>
        {t('change')}
      </Button>
    </form>
  );
}

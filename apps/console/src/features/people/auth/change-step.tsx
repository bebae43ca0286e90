import { authCalls, type SessionUser } from '@sweepline/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { PasswordForm } from './password-form.tsx';
import './login-steps.css';

interface Props {
  user: SessionUser;
  /** The password typed at sign-in; empty after a reload, and then the form asks for it. */
  originPassword: string;
  onDone: (notice?: string) => void;
}

/** The required first step of a new account: to set a password of its own. */
export function ChangeStep({ user, originPassword, onDone }: Props) {
  const { t } = useTranslation('people/auth');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const leave = () => {
    void send(authCalls.logout, {}, { quiet: true }).catch(() => {});
    onDone();
  };

  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t('first.title')}
      </h1>
      <p className="sl-login-hint">{t('first.hint', { name: user.username })}</p>
      <PasswordForm user={user} originPassword={originPassword} onDone={() => onDone(t('changed'))} />
      <Button look="quiet" onClick={leave}>
        {t('first.leave')}
      </Button>
    </>
  );
}

import { deviceControlCalls } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { useAction } from '../../kit/api/use-action.ts';
import './control-password.css';

const none: string[] = [];

interface Props {
  deviceId: string;
  /** Further call families that depend on the password. */
  also?: string[];
}

/** The control password. It unlocks control in this session for 15 minutes. */
export function PasswordStep({ deviceId, also = none }: Props) {
  const { t } = useTranslation('control-password');
  const [password, setPassword] = useState('');
  const unlock = useAction(deviceControlCalls.unlock, {
    done: null,
    silent: true,
    also,
    after: () => setPassword(''),
  });
  return (
    <form
      className="sl-control-step"
      onSubmit={(event) => {
        event.preventDefault();
        if (password) unlock.mutate({ id: deviceId, password });
      }}
    >
      <h2>{t('locked')}</h2>
      <p>{t('lockedHint')}</p>
      <label>
        {t('password')}
        <input
          type="password"
          autoComplete="off"
          value={password}
          aria-invalid={unlock.isError || undefined}
          aria-describedby="sl-control-wrong"
          onChange={({ target }) => {
            setPassword(target.value);
            unlock.reset();
          }}
        />
      </label>
      <p id="sl-control-wrong" className="sl-control-wrong" role="alert">
        {unlock.error?.message}
      </p>
      <Button look="main" type="submit" icon="key" busy={unlock.isPending} disabled={!password}>
        {t('unlock')}
      </Button>
    </form>
  );
}

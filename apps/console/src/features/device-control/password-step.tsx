import { deviceControlCalls } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { useAction } from '../../kit/api/use-action.ts';

/** The control password. It unlocks control in this session for 15 minutes. */
export function PasswordStep({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('device-control');
  const [password, setPassword] = useState('');
  const unlock = useAction(deviceControlCalls.unlock, {
    done: null,
    silent: true,
    after: () => setPassword(''),
  });
  return (
    <form
      className="sl-drive-step"
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
          aria-describedby="sl-drive-wrong"
          onChange={({ target }) => {
            setPassword(target.value);
            unlock.reset();
          }}
        />
      </label>
      <p id="sl-drive-wrong" className="sl-drive-wrong" role="alert">
        {unlock.error?.message}
      </p>
      <Button look="main" type="submit" icon="key" busy={unlock.isPending} disabled={!password}>
        {t('unlock')}
      </Button>
    </form>
  );
}

import type { ConfirmNeeded } from '@sweepline/contract';
import { lazy, Suspense, useState } from 'react';
import { lazyPart } from '../../../kit/api/chunks.ts';
import { session, useSession } from '../../../kit/api/session.ts';
import { LoginFields } from './login-fields.tsx';

// Rarely needed steps load on demand, so the page paints without them.
const ConfirmStep = lazy(() => lazyPart(() => import('./confirm-step.tsx').then((m) => m.ConfirmStep)));
const ChangeStep = lazy(() => lazyPart(() => import('./change-step.tsx').then((m) => m.ChangeStep)));

/** Signing in, step by step: account, then confirmation to close another session, then a new password. */
export function LoginForm() {
  const user = useSession();
  const [confirm, setConfirm] = useState<ConfirmNeeded | null>(null);
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState('');

  if (user?.mustChangePassword) {
    const done = (notice = '') => {
      setPassword('');
      setConfirm(null);
      session.close(notice);
    };
    return (
      <Suspense>
        <ChangeStep user={user} originPassword={password} onDone={done} />
      </Suspense>
    );
  }
  if (confirm) {
    const back = (reason = '') => {
      setConfirm(null);
      setFailure(reason);
    };
    return (
      <Suspense>
        <ConfirmStep confirmation={confirm} onBack={back} />
      </Suspense>
    );
  }
  return (
    <LoginFields failure={failure} onFailure={setFailure} onConfirm={setConfirm} onPassword={setPassword} />
  );
}

import { shellCalls, type ShellSession } from '@sweepline/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../kit/api/chunks.ts';
import { useSession } from '../../kit/api/session.ts';
import { useAction } from '../../kit/api/use-action.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { PasswordStep } from '../control-password/password-step.tsx';
import { ApprovalActs } from './approval-acts.tsx';
import { EndButton } from './end-button.tsx';
import { FetchFile } from './fetch-file.tsx';
import { OpenStep } from './open-step.tsx';
import { ShellFacts } from './shell-facts.tsx';
import { isStanding } from './shell-marks.ts';

// The terminal is large, and most who open the page see none.
const ShellTerminal = lazy(() =>
  lazyPart(() => import('./terminal/shell-terminal.tsx').then((m) => m.ShellTerminal)),
);

interface Props {
  deviceId: string;
  session: ShellSession;
  passwordDue: boolean;
  serverAheadMs: number;
  onReplay: (id: string) => void;
}

/** One shell and its next step for this user. */
export function ShellSteps({ deviceId, session, passwordDue, serverAheadMs, onReplay }: Props) {
  const { t } = useTranslation('remote-shell');
  const me = useSession()?.userId;
  const { state, requester, observers, may } = session;
  const isMine = requester.accountId === me;
  const isObserver = observers.some(({ accountId }) => accountId === me);
  // A later sign-in of the requester observes too: only the one that opened the shell types.
  const isWatching = !may.join && (isMine || isObserver);
  const mayType = isMine && !isObserver;
  const isLive = state === 'RUNNING' || state === 'STOPPING';
  // The output stays on the page after the end.
  const [wasLive, setWasLive] = useState(false);
  if (isLive && isWatching && !wasLive) setWasLive(true);
  return (
    <>
      <ShellFacts session={session} serverAheadMs={serverAheadMs}>
        {state === 'REQUESTED' && <ApprovalActs session={session} />}
        {state === 'APPROVED' && isMine && !passwordDue && <OpenStep session={session} />}
        {state === 'RUNNING' && !isWatching && may.join && <JoinButton id={session.id} />}
        {state === 'RUNNING' && isMine && <FetchFile deviceId={deviceId} />}
        {isStanding(state) && may.end && <EndButton session={session} isMine={isMine} />}
        {may.replay && !isStanding(state) && (
          <Button icon="play" onClick={() => onReplay(session.id)}>
            {t('replay')}
          </Button>
        )}
      </ShellFacts>
      {state === 'APPROVED' && isMine && passwordDue && (
        <div className="sh-password">
          <PasswordStep deviceId={deviceId} also={[shellCalls.standing.family]} />
        </div>
      )}
      {(wasLive || (isLive && isWatching)) && (
        <Suspense fallback={<Skeleton lines={8} />}>
          <ShellTerminal session={session} isMine={mayType} isLive={isLive} serverAheadMs={serverAheadMs} />
        </Suspense>
      )}
    </>
  );
}

/** Observes the shell. The requester and the other observers see the name. */
function JoinButton({ id }: { id: string }) {
  const { t } = useTranslation('remote-shell');
  const join = useAction(shellCalls.join, { done: null });
  return (
    <Button icon="seen" busy={join.isPending} onClick={() => join.mutate({ id })}>
      {t('join')}
    </Button>
  );
}

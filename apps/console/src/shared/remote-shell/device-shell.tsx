import { useState } from 'react';
import { Failure } from '../../kit/ui/failure.tsx';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import './remote-shell.css';
import { NextStep } from './next-step.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { isStanding } from './shell-marks.ts';
import { ShellSteps } from './shell-steps.tsx';
import { useShellStanding } from './use-shell-standing.ts';

interface Props {
  deviceId: string;
  name: string;
  /** Opens the replay of an ended shell. */
  onReplay: (id: string) => void;
}

/** The shell of a robot: request, approvals, terminal, and how the last one ended. */
export function DeviceShell({ deviceId, name, onReplay }: Props) {
  const { data, error, refetch, serverAheadMs } = useShellStanding(deviceId);
  const [requests, setRequests] = useState(false);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div className="sh-body">
        <Skeleton lines={6} />
      </div>
    );
  }
  const { session } = data;
  return (
    <div className="sh-body">
      {session && (
        <ShellSteps
          key={session.id}
          deviceId={deviceId}
          session={session}
          passwordDue={data.passwordDue}
          serverAheadMs={serverAheadMs}
          onReplay={onReplay}
        />
      )}
      {!(session && isStanding(session.state)) && (
        <NextStep deviceId={deviceId} standing={data} name={name} onRequest={() => setRequests(true)} />
      )}
      {requests && (
        <RequestDialog deviceId={deviceId} name={name} standing={data} onClose={() => setRequests(false)} />
      )}
    </div>
  );
}

import { controlPasswordCalls, type DriveStatus } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { may } from '../../../kit/api/may.ts';
import { useSession } from '../../../kit/api/session.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { DrivePad } from './drive-pad.tsx';
import { PasswordStep } from '../../../shared/control-password/password-step.tsx';
import { useControlStatus } from './use-control-status.ts';
import { WheelStep } from './wheel-step.tsx';

interface Props {
  deviceId: string;
  name: string;
  shared: boolean;
  online: boolean;
  heldRun: boolean;
  /** The open picture is too old to drive by. */
  isBlind?: boolean;
  onSetPassword?: () => void;
}

/** The steps of a drive: password, taking control, driving. */
export function DrivePanel(props: Props) {
  const { deviceId, name, shared, online, heldRun, isBlind = false, onSetPassword } = props;
  const { t } = useTranslation('devices/control');
  const me = useSession()?.userId;
  const { data: control, error, refetch } = useControlStatus(deviceId, shared);
  const [ownSessionId, setOwnSessionId] = useState('');
  if (error && !control) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!control) return <Skeleton lines={5} />;
  const { status, supported, right, password, grantedUntil } = control;
  const { session } = status;
  if (session && session.id === ownSessionId && session.state !== 'CLOSING') {
    const { asking } = status;
    const drive = { deviceId, shared, session, asking, heldRun, isBlind };
    return <DrivePad {...drive} />;
  }
  const setter = onSetPassword && may(controlPasswordCalls.update.allow) && (
    <Button onClick={onSetPassword}>{t('setPassword')}</Button>
  );
  const step = () => {
    if (!supported) return <Empty icon="robot" title={t('notSupported')} />;
    if (!right) return <Empty icon="seen" title={t('noRight')} hint={t('noRightHint')} />;
    if (!password)
      return (
        <Empty icon="key" title={t('noPassword')} hint={t('noPasswordHint')}>
          {setter}
        </Empty>
      );
    if (!online) return <Empty icon="offline" title={t('offline', { name })} hint={t('offlineHint')} />;
    if (!grantedUntil) return <PasswordStep deviceId={deviceId} />;
    return (
      <WheelStep
        deviceId={deviceId}
        name={name}
        control={control}
        other={otherDriver(status, me, t('youElsewhere'))}
        onTaken={setOwnSessionId}
      />
    );
  };
  return (
    <>
      <DriveEnd ended={status.ended} ownSessionId={ownSessionId} />
      {step()}
    </>
  );
}

/** Another driver, or the account that control is reserved for. */
function otherDriver({ session, reservedFor }: DriveStatus, me: string | undefined, elsewhere: string) {
  if (session) return session.driver.accountId === me ? elsewhere : session.driver.name;
  return reservedFor && reservedFor.accountId !== me ? reservedFor.name : null;
}

/** Why this page's drive ended, unless the user ended it here. */
function DriveEnd({ ended, ownSessionId }: { ended: DriveStatus['ended']; ownSessionId: string }) {
  const { t } = useTranslation('devices/control');
  const endedByOther = ended?.sessionId === ownSessionId && ended.code !== 'RELEASED';
  return (
    <div role="status" aria-live="assertive">
      {endedByOther && <p className="sl-drive-ended">{t(`ended.${ended.code}`, { by: ended.by })}</p>}
    </div>
  );
}

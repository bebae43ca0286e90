import { controlPasswordCalls, type DriveStatus } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { Empty } from '../../kit/ui/empty.tsx';
import { Failure } from '../../kit/ui/failure.tsx';
import { may } from '../../kit/api/may.ts';
import { useSession } from '../../kit/api/session.ts';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { DrivePad } from './drive-pad.tsx';
import { PasswordStep } from './password-step.tsx';
import { useStanding } from './use-control-status.ts';
import { WheelStep } from './wheel-step.tsx';

interface Props {
  deviceId: string;
  name: string;
  shared: boolean;
  online: boolean;
  heldRun: boolean;
  onSetPassword?: () => void;
}

/** The steps of a drive: password, taking control, driving. */
export function DrivePanel({ deviceId, name, shared, online, heldRun, onSetPassword }: Props) {
  const { t } = useTranslation('device-control');
  const me = useSession()?.userId;
  const { data: standing, error, refetch } = useStanding(deviceId, shared);
  const [mine, setMine] = useState('');
  if (error && !standing) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!standing) return <Skeleton lines={5} />;
  const { status, supported, right, password, grantedUntil } = standing;
  const { session } = status;
  if (session && session.id === mine && session.state !== 'CLOSING') {
    const { asking } = status;
    return <DrivePad {...{ deviceId, shared, session, asking, heldRun }} />;
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
        {...{ deviceId, name, standing }}
        other={otherAt(status, me, t('youElsewhere'))}
        onTaken={setMine}
      />
    );
  };
  return (
    <>
      <LastEnd ended={status.ended} mine={mine} />
      {step()}
    </>
  );
}

/** Another driver, or the account that control is reserved for. */
function otherAt({ session, reservedFor }: DriveStatus, me: string | undefined, elsewhere: string) {
  if (session) return session.driver.accountId === me ? elsewhere : session.driver.name;
  return reservedFor && reservedFor.accountId !== me ? reservedFor.name : null;
}

/** Why this page's drive ended, unless the user ended it here. */
function LastEnd({ ended, mine }: { ended: DriveStatus['ended']; mine: string }) {
  const { t } = useTranslation('device-control');
  const endedByOther = ended?.sessionId === mine && ended.code !== 'RELEASED';
  return (
    <div role="status" aria-live="assertive">
      {endedByOther && <p className="sl-drive-ended">{t(`ended.${ended.code}`, { by: ended.by })}</p>}
    </div>
  );
}

import {
  controlPasswordCalls,
  deviceControlCalls,
  pages,
  shellCalls,
  type ShellStanding,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../kit/api/api.ts';
import { may } from '../../kit/api/may.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Empty } from '../../kit/ui/empty.tsx';
import { PasswordStep } from '../control-password/password-step.tsx';

interface Props {
  deviceId: string;
  standing: ShellStanding;
  name: string;
  onRequest: () => void;
}

/** The request of a new shell, or what prevents it. */
export function NextStep({ deviceId, standing, name, onRequest }: Props) {
  const { t } = useTranslation('remote-shell');
  const hasPassword = useHasPassword(deviceId);
  const { supported, mayRequest, online, passwordDue, session } = standing;
  if (!supported) return <Empty icon="terminal" title={t('notSupported')} hint={t('notSupportedHint')} />;
  if (!mayRequest) return <Empty icon="lock" title={t('noRight')} hint={t('noRightHint')} />;
  if (!online) return <Empty icon="offline" title={t('offline', { name })} hint={t('offlineHint')} />;
  if (!hasPassword)
    return (
      <Empty icon="key" title={t('noPassword')} hint={t('noPasswordHint')}>
        {may(controlPasswordCalls.update.allow) && (
          <Link to={pages.device({ id: deviceId, tab: 'drive' })}>{t('toDrive')}</Link>
        )}
      </Empty>
    );
  // The password is asked for before a request, so that its approval is not in vain.
  if (passwordDue)
    return (
      <div className="sh-password">
        <PasswordStep deviceId={deviceId} also={[shellCalls.standing.family]} />
      </div>
    );
  const request = (
    <Button look="main" icon="terminal" onClick={onRequest}>
      {t('request')}
    </Button>
  );
  // Below the end of the last shell the button needs no explanation.
  if (session) return <div>{request}</div>;
  return (
    <Empty icon="terminal" title={t('none')} hint={t('noneHint')}>
      {request}
    </Empty>
  );
}

/** Whether a control password is set, without which there is no shell. True until it is known. */
function useHasPassword(deviceId: string): boolean {
  const query = callQuery(deviceControlCalls.standing, { id: deviceId });
  return useQuery({ ...query, meta: { silent: true } }).data?.password ?? true;
}

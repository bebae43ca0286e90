import { invitationCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, callQuery } from '../../../kit/api/api.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { AcceptForm } from './accept-form.tsx';
import { Accepted } from './accepted.tsx';
import './invitations.css';

/** Shows the invitation and the form that creates the account. */
export function InvitationPage({ token }: { token: string }) {
  const { t } = useTranslation('people/invitations');
  const [username, setUsername] = useState('');
  const invitation = useQuery({
    ...callQuery(invitationCalls.look, { token }),
    meta: { silent: true },
    // The call fails once the invitation is accepted, so the result never becomes stale.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (username) return <Accepted username={username} />;
  if (invitation.error instanceof CallError)
    return <Empty icon="history" title={t('goneTitle')} hint={t('goneHint')} />;
  if (invitation.error) return <Failure error={invitation.error} onRetry={() => void invitation.refetch()} />;
  if (!invitation.data) return <Skeleton lines={6} />;
  const { invitedBy, companyName, email, expiresAt } = invitation.data;
  return (
    <>
      <h1>{t('title', { company: companyName })}</h1>
      <p className="invitation-lead">{t('lead', { who: invitedBy, email })}</p>
      <AcceptForm token={token} onAccepted={setUsername} />
      <p className="invitation-until">{t('until', { until: formatTime(expiresAt) })}</p>
    </>
  );
}

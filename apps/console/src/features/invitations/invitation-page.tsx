import { invitationCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, reading } from '../../kit/api/api.ts';
import { Empty } from '../../kit/ui/empty.tsx';
import { Failure } from '../../kit/ui/failure.tsx';
import { formatTime } from '../../kit/format/format.ts';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { AcceptForm } from './accept-form.tsx';
import { Accepted } from './accepted.tsx';
import './invitations.css';

/** Who invites to what, and the form that makes the account. */
export function InvitationPage({ token }: { token: string }) {
  const { t } = useTranslation('invitations');
  const [username, setUsername] = useState('');
  const found = useQuery({
    ...reading(invitationCalls.look, { token }),
    meta: { silent: true },
    // Once it is accepted there is nothing left to look at.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (username) return <Accepted username={username} />;
  if (found.error instanceof CallError)
    return <Empty icon="history" title={t('goneTitle')} hint={t('goneHint')} />;
  if (found.error) return <Failure error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton lines={6} />;
  const { invitedBy, companyName, email, expiresAt } = found.data;
  return (
    <>
      <h1>{t('title', { company: companyName })}</h1>
      <p className="invitation-lead">{t('lead', { who: invitedBy, email })}</p>
      <AcceptForm token={token} onAccepted={setUsername} />
      <p className="invitation-until">{t('until', { until: formatTime(expiresAt) })}</p>
    </>
  );
}

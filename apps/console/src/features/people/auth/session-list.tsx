import { sessionCalls, type OpenSession } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { Icon } from '../../../kit/ui/icon.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useAction } from '../../../kit/api/use-action.ts';
import { browserName } from './browser-name.ts';

/** The user's own sessions with their origin; all but the current one can be closed. */
export function SessionList() {
  const { t } = useTranslation('people/auth');
  const { data, error, refetch } = useQuery({
    ...callQuery(sessionCalls.list, { pageSize: 50 }),
    meta: { silent: true },
  });
  const endOthers = useAction(sessionCalls.endOthers, {
    done: ({ ended }) => t('endedOthers', { count: ended }),
  });
  const [ending, setEnding] = useState<OpenSession | null>(null);
  const nameOf = ({ agent }: OpenSession) => browserName(agent) || t('unknownBrowser');

  return (
    <section className="security-live">
      <header>
        <h2>{t('live')}</h2>
        {data && data.list.length > 1 && (
          <Button busy={endOthers.isPending} onClick={() => endOthers.mutate({})}>
            {t('endOthers')}
          </Button>
        )}
        <p>{t('liveHint')}</p>
      </header>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={3} />}
      <ul>
        {data?.list.map((session) => (
          <li key={session.id}>
            <Icon name={session.viewing === null ? 'system' : 'seen'} size={22} />
            <div>
              <strong>{nameOf(session)}</strong>
              <small>{session.address}</small>
              {session.viewing !== null && <small>{t('viewing', { name: session.viewing })}</small>}
            </div>
            <div>
              <small>{t('since')}</small>
              <span>{formatTime(session.createdAt)}</span>
            </div>
            <div>
              <small>{t('lastSeen')}</small>
              <Ago at={session.lastSeenAt} />
            </div>
            {session.current ? (
              <StateMark tone="working" icon="check" word={t('thisSession')} />
            ) : (
              <Button onClick={() => setEnding(session)}>{t('end')}</Button>
            )}
          </li>
        ))}
      </ul>
      {ending && (
        <ConfirmCallDialog
          title={t('endTitle', { browser: nameOf(ending) })}
          call={sessionCalls.end}
          input={{ id: ending.id }}
          act={t('end')}
          done={t('ended')}
          onClose={() => setEnding(null)}
        >
          {t('endHint')}
        </ConfirmCallDialog>
      )}
    </section>
  );
}

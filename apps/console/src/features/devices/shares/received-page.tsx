import { receivedShareCalls, type ReceivedShare, pages } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import type { Column } from '../../../kit/list/column.ts';
import { DataTable } from '../../../kit/list/data-table.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import './shares.css';

const renewMs = 30_000;
const marks = {
  ONLINE: { tone: 'working', icon: 'check' },
  SLEEP: { tone: 'quiet', icon: 'sleep' },
  OFFLINE: { tone: 'quiet', icon: 'offline' },
} as const;

/** Devices of other companies shared with this account. */
export function ReceivedPage() {
  const { t } = useTranslation('devices/shares');
  const { data, error, refetch } = useQuery({
    ...callQuery(receivedShareCalls.list, {}),
    refetchInterval: renewMs,
    meta: { silent: true },
  });
  const columns = useColumns();
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <section className="sl-list">
      <header className="sl-page-head">
        <h1>{t('received')}</h1>
      </header>
      {!data && <Skeleton lines={5} />}
      {data?.list.length === 0 && (
        <Empty icon="external" title={t('receivedNone')} hint={t('receivedNoneHint')} />
      )}
      {data && data.list.length > 0 && <DataTable label={t('received')} rows={data.list} columns={columns} />}
    </section>
  );
}

function useColumns(): Column<ReceivedShare>[] {
  const { t } = useTranslation('devices/shares');
  return [
    {
      key: 'device',
      title: t('device'),
      cell: ({ id, nickname, sn, model }) => (
        <>
          <Link to={pages.sharedDevice({ share: id })}>{nickname}</Link>
          <small>
            {sn} · {model}
          </small>
        </>
      ),
    },
    {
      key: 'state',
      title: t('state'),
      cell: ({ state }) => <StateMark {...marks[state]} word={t(`connection.${state}`)} />,
    },
    {
      key: 'rights',
      title: t('rights'),
      cell: ({ rights }) => rights.map((one) => t(`right.${one}`)).join(' · '),
    },
    {
      key: 'until',
      title: t('until'),
      cell: ({ endsAt }) => (endsAt ? formatTime(endsAt) : t('term.PERMANENT')),
    },
    { key: 'from', title: t('from'), cell: ({ companyName, givenBy }) => `${companyName}, ${givenBy}` },
  ];
}

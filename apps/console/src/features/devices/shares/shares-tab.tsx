import { deviceShareCalls, type DeviceShare } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { DataTable } from '../../../kit/list/data-table.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { ShareDialog } from './share-dialog.tsx';
import './shares.css';

interface Props {
  detail: { device: { id: string; nickname: string } };
}

const marks = {
  ACTIVE: { tone: 'working', icon: 'check' },
  EXPIRED: { tone: 'quiet', icon: 'clock' },
  REVOKED: { tone: 'quiet', icon: 'close' },
} as const;

/** The shares of this device: account, rights and end. */
export function SharesTab({ detail: { device } }: Props) {
  const { t } = useTranslation('devices/shares');
  const { data, error, refetch } = useQuery(callQuery(deviceShareCalls.list, { deviceId: device.id }));
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<DeviceShare | null>(null);
  const columns = useColumns();
  const actions = useCallback(
    (row: DeviceShare) =>
      row.state === 'ACTIVE' && (
        <Button look="danger" onClick={() => setEnding(row)}>
          {t('revoke')}
        </Button>
      ),
    [t],
  );
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={5} />;
  const add = (
    <Button look="main" icon="plus" onClick={() => setAdding(true)}>
      {t('share')}
    </Button>
  );
  return (
    <section className="sl-shares">
      <header className="sl-page-head">
        <h2>{t('title')}</h2>
        <div className="sl-page-actions">{data.list.length > 0 && add}</div>
      </header>
      {data.list.length === 0 ? (
        <Empty icon="external" title={t('none')} hint={t('noneHint')}>
          {add}
        </Empty>
      ) : (
        <DataTable label={t('title')} rows={data.list} columns={columns} actions={actions} />
      )}
      {adding && <ShareDialog device={device} onClose={() => setAdding(false)} />}
      {ending && <RevokeDialog share={ending} device={device} onClose={() => setEnding(null)} />}
    </section>
  );
}

function useColumns(): Column<DeviceShare>[] {
  const { t } = useTranslation('devices/shares');
  return [
    {
      key: 'who',
      title: t('receiver'),
      cell: ({ nickname, username }) => (
        <>
          <strong>{nickname ?? username}</strong>
          {nickname !== null && <small>{username}</small>}
        </>
      ),
    },
    {
      key: 'rights',
      title: t('rights'),
      cell: ({ rights }) => rights.map((one) => t(`right.${one}`)).join(' · '),
    },
    {
      key: 'state',
      title: t('state'),
      cell: ({ state }) => <StateMark {...marks[state]} word={t(`states.${state}`)} />,
    },
    {
      key: 'endsAt',
      title: t('until'),
      cell: ({ endsAt, revokedAt }) =>
        (revokedAt ?? endsAt) ? formatTime(revokedAt ?? endsAt) : t('term.PERMANENT'),
    },
    {
      key: 'givenBy',
      title: t('givenBy'),
      cell: ({ givenBy, createdAt }) => `${givenBy}, ${formatTime(createdAt)}`,
    },
  ];
}

function RevokeDialog({
  share,
  device,
  onClose,
}: {
  share: DeviceShare;
  device: Props['detail']['device'];
  onClose: () => void;
}) {
  const { t } = useTranslation('devices/shares');
  const who = share.nickname ?? share.username;
  return (
    <ConfirmCallDialog
      title={t('revokeTitle', { who, name: device.nickname })}
      call={deviceShareCalls.revoke}
      input={{ id: share.id }}
      act={t('revoke')}
      done={t('revoked', { who })}
      onClose={onClose}
    >
      {t('revokeHint')}
    </ConfirmCallDialog>
  );
}

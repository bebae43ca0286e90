import { driveSessionCalls, type DriveSession } from '@sweepline/contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { formatDuration, formatMetres, formatNumber } from '../../../kit/format/format.ts';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { DrivePastDialog } from './drive-past-dialog.tsx';

const secondsOf = ({ openedAt, endedAt }: DriveSession) =>
  endedAt ? (Date.parse(endedAt) - Date.parse(openedAt)) / 1000 : null;

/** The drive sessions of a device: driver, time, right, distance and end. */
export function DriveHistory({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('devices/control');
  const list = useList(driveSessionCalls.list, { deviceId });
  const [session, setSession] = useState<DriveSession | null>(null);
  const columns = useColumns();
  const actions = useCallback(
    (row: DriveSession) => (
      <Button icon="map" onClick={() => setSession(row)}>
        {t('showPath')}
      </Button>
    ),
    [t],
  );
  return (
    <>
      <ListPage
        title={t('history')}
        list={list}
        columns={columns}
        rowActions={actions}
        empty={<Empty icon="history" title={t('noHistory')} hint={t('noHistoryHint')} />}
      />
      {session && <DrivePastDialog drive={session} onClose={() => setSession(null)} />}
    </>
  );
}

function useColumns() {
  const { t } = useTranslation('devices/control');
  return useMemo<Column<DriveSession>[]>(
    () => [
      {
        key: 'driver',
        title: t('driver'),
        cell: (row) => (
          <>
            <strong>{row.driver}</strong>
            <small>{row.reason || t(`right.${row.right}`)}</small>
          </>
        ),
      },
      { key: 'openedAt', title: t('when'), cell: ({ openedAt }) => <Ago at={openedAt} /> },
      { key: 'took', title: t('took'), numeric: true, cell: (row) => formatDuration(secondsOf(row)) },
      {
        key: 'distance',
        title: t('distance'),
        numeric: true,
        cell: ({ distanceM }) => formatMetres(distanceM),
      },
      {
        key: 'fastest',
        title: t('fastest'),
        numeric: true,
        cell: ({ maxMps }) => `${formatNumber(maxMps, 2)} m/s`,
      },
      { key: 'right', title: t('byRight'), hidden: true, cell: ({ right }) => t(`right.${right}`) },
      {
        key: 'end',
        title: t('howEnded'),
        cell: ({ end, endedBy }) => (end ? t(`ended.${end}`, { by: endedBy }) : t('stillDriving')),
      },
    ],
    [t],
  );
}

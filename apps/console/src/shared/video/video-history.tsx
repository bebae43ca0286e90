import { pages, permissions, videoViewCalls, type VideoView } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../kit/api/may.ts';
import { Ago } from '../../kit/format/ago.tsx';
import { formatDuration } from '../../kit/format/format.ts';
import type { Column } from '../../kit/list/column.ts';
import { ListPage } from '../../kit/list/list-page.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { Empty } from '../../kit/ui/empty.tsx';

const secondsOf = ({ openedAt, endedAt }: VideoView) =>
  endedAt ? (Date.parse(endedAt) - Date.parse(openedAt)) / 1000 : null;

/** Who watched the cameras of a device, since when and why. */
export function VideoHistory({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('video');
  const list = useList(videoViewCalls.list, { deviceId });
  const columns = useColumns();
  return (
    <ListPage
      title={t('history')}
      list={list}
      columns={columns}
      actions={
        may(permissions.remoteAccess) && <Link to={pages.remoteAccess({ deviceId })}>{t('allAccess')}</Link>
      }
      empty={<Empty icon="history" title={t('noHistory')} hint={t('noHistoryHint')} />}
    />
  );
}

function useColumns() {
  const { t } = useTranslation('video');
  return useMemo<Column<VideoView>[]>(
    () => [
      {
        key: 'viewer',
        title: t('viewer'),
        cell: (row) => (
          <>
            <strong>{row.viewer}</strong>
            <small>{row.company}</small>
          </>
        ),
      },
      { key: 'camera', title: t('whichCamera'), cell: ({ camera }) => t(`camera.${camera}`) },
      { key: 'reason', title: t('why'), cell: ({ reason }) => reason || '—' },
      { key: 'byRight', title: t('byRight'), cell: ({ byRight }) => t(`right.${byRight}`) },
      { key: 'openedAt', title: t('when'), cell: ({ openedAt }) => <Ago at={openedAt} /> },
      { key: 'took', title: t('took'), numeric: true, cell: (row) => formatDuration(secondsOf(row)) },
      { key: 'end', title: t('howEnded'), cell: ({ end }) => (end ? t(`end.${end}`) : t('stillWatching')) },
    ],
    [t],
  );
}

import { fileTransferCalls, pages, transferDirections, type FileTransfer } from '@sweepline/contract';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Column } from '../../../../kit/list/column.ts';
import { ChoiceFilter } from '../../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../../kit/list/list-page.tsx';
import { useList } from '../../../../kit/list/use-list.ts';
import { AgoBy } from '../../../../kit/ui/ago-by.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { DeviceName } from '../../../../shared/robot/device-name.tsx';
import { PullButton } from './pull-button.tsx';
import { TransferActions } from './transfer-actions.tsx';
import { TransferState } from './transfer-state.tsx';
import { useTransfersLive } from './use-transfers-live.ts';

function useTransferColumns(): Column<FileTransfer>[] {
  const { t } = useTranslation('remote/files');
  return useMemo(
    () => [
      {
        key: 'robot',
        title: t('robot'),
        width: '22%',
        cell: ({ device }) => (
          <Link to={pages.device({ id: device.id })}>
            <DeviceName device={device} />
          </Link>
        ),
      },
      {
        key: 'name',
        title: t('name'),
        cell: ({ fileName, direction, path }) => (
          <>
            {fileName}
            <small>{t(direction === 'PUSH' ? 'to' : 'from', { path })}</small>
          </>
        ),
      },
      {
        key: 'state',
        title: t('state'),
        width: '30%',
        cell: (transfer) => <TransferState transfer={transfer} />,
      },
      {
        key: 'begun',
        title: t('begun'),
        width: '150px',
        cell: ({ createdAt, by }) => <AgoBy at={createdAt} by={by} />,
      },
    ],
    [t],
  );
}

const rowActions = (transfer: FileTransfer) => <TransferActions transfer={transfer} />;

/** The transfers of files to and from robots, with their progress. */
export function TransferList({ views }: { views: ReactNode }) {
  const { t } = useTranslation('remote/files');
  useTransfersLive();
  const list = useList(fileTransferCalls.list);
  const columns = useTransferColumns();
  return (
    <ListPage
      title={t('transfers')}
      list={list}
      columns={columns}
      rowActions={rowActions}
      filters={
        <>
          <SearchFilter placeholder={t('transferKeyword')} />
          <ChoiceFilter
            name="direction"
            label={t('direction')}
            options={transferDirections.map((value) => ({ value, label: t(`directions.${value}`) }))}
          />
        </>
      }
      actions={
        <>
          {views}
          <PullButton onSent={() => list.retry()} />
        </>
      }
      empty={<Empty icon="upload" title={t('noTransfers')} hint={t('noTransfersHint')} />}
    />
  );
}

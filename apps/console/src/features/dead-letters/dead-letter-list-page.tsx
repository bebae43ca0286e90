import { deadLetterCalls, type DeadLetter } from '@sweepline/contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../kit/ago.tsx';
import { Button } from '../../kit/button.tsx';
import type { Column } from '../../kit/column.ts';
import { Empty } from '../../kit/empty.tsx';
import { formatBytes, unknown } from '../../kit/format.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { SearchFilter } from '../../kit/search-filter.tsx';
import { useList } from '../../kit/use-list.ts';
import { PayloadDrawer } from './payload-drawer.tsx';
import { ReasonChart } from './reason-chart.tsx';
import { useReasonName } from './use-reason-name.ts';
import './dead-letters.css';

/** Messages of robots that could not be used, for those who find out why. */
export function DeadLetterListPage() {
  const { t } = useTranslation('dead-letters');
  const nameOf = useReasonName();
  const list = useList(deadLetterCalls.list);
  const [opened, setOpened] = useState<DeadLetter | null>(null);

  const columns = useMemo<Column<DeadLetter>[]>(
    () => [
      {
        key: 'reason',
        title: t('reason'),
        cell: (letter) => (
          <>
            <button type="button" className="dl-open" onClick={() => setOpened(letter)}>
              {nameOf(letter.reason)}
            </button>
            <small className="dl-detail" title={letter.detail}>
              {letter.detail || letter.reason}
            </small>
          </>
        ),
      },
      { key: 'device', title: t('device'), width: '170px', cell: ({ sn }) => sn || unknown },
      {
        key: 'topic',
        title: t('topic'),
        cell: ({ topic }) => (
          <span className="dl-mono dl-topic" title={topic}>
            {topic}
          </span>
        ),
      },
      {
        key: 'size',
        title: t('size'),
        width: '110px',
        numeric: true,
        cell: ({ bytes }) => formatBytes(bytes),
      },
      { key: 'age', title: t('received'), width: '130px', cell: ({ at }) => <Ago at={at} /> },
    ],
    [t, nameOf],
  );
  const rowActions = useCallback(
    (letter: DeadLetter) => (
      <Button look="quiet" onClick={() => setOpened(letter)}>
        {t('view')}
      </Button>
    ),
    [t],
  );

  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        rowActions={rowActions}
        filters={
          <>
            <SearchFilter placeholder={t('search')} />
            <ReasonChart />
          </>
        }
        actions={
          <Button icon="refresh" onClick={list.retry}>
            {t('renew')}
          </Button>
        }
        empty={<Empty icon="check" title={t('empty')} hint={t('emptyHint')} />}
      />
      {opened && <PayloadDrawer letter={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

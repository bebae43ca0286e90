import { deadLetterCalls, type DeadLetter } from '@sweepline/contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { PayloadDrawer } from './payload-drawer.tsx';
import { ReasonChart } from './reason-chart.tsx';
import { useDeadLetterColumns } from './use-dead-letter-columns.tsx';
import './dead-letters.css';

/** Rejected messages of robots, for fault analysis. */
export function DeadLetterListPage() {
  const { t } = useTranslation('installation/dead-letters');
  const list = useList(deadLetterCalls.list);
  const [opened, setOpened] = useState<DeadLetter | null>(null);

  const columns = useDeadLetterColumns(setOpened);
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

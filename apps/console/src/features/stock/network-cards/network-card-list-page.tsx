import { networkCardCalls, type NetworkCard } from '@sweepline/contract';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { lazyPart } from '../../../kit/api/chunks.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { ExportButton } from '../../../kit/list/export/export-button.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { useList } from '../../../kit/list/use-list.ts';
import { CardActions } from './card-actions.tsx';
import { CardDrawer } from './card-drawer.tsx';
import { CardFilters, MoreCardFilters } from './card-filters.tsx';
import { CardFigures } from './card-figures.tsx';
import { useCardColumns } from './use-card-columns.tsx';
import './network-cards.css';

const CardImportDialog = lazy(() =>
  lazyPart(() => import('./card-import-dialog.tsx').then((m) => m.CardImportDialog)),
);

/** SIM cards with their company, device and usage. */
export function NetworkCardListPage() {
  const { t } = useTranslation('stock/network-cards');
  const list = useList(networkCardCalls.list);
  const [card, setCard] = useAddress('card');
  const [adding, setAdding] = useState(false);
  const rowActions = useCallback((row: NetworkCard) => <CardActions card={row} />, []);
  const add = (
    <Allowed call={networkCardCalls.import}>
      <Button look="main" icon="upload" onClick={() => setAdding(true)}>
        {t('import')}
      </Button>
    </Allowed>
  );
  return (
    <div className="card-list">
      <CardFigures list={list} />
      <ListPage
        title={t('title')}
        list={list}
        columns={useCardColumns(setCard)}
        filters={<CardFilters />}
        more={<MoreCardFilters />}
        views
        rowActions={rowActions}
        actions={
          <>
            <ExportButton call={networkCardCalls.export} input={list.filters} name="sim-cards" />
            {add}
          </>
        }
        empty={
          <Empty icon="signal" title={t('emptyTitle')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      />
      {card && <CardDrawer id={card} onClose={() => setCard('')} />}
      {adding && (
        <Suspense>
          <CardImportDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </div>
  );
}

import { deviceStockCalls, type StockRow } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { ExportButton } from '../../../kit/list/export/export-button.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { StockBulk } from './stock-bulk.tsx';
import { StockDrawer } from './stock-drawer.tsx';
import { StockFilters, StockMoreFilters } from './stock-filters.tsx';
import { StockActions } from './stock-actions.tsx';
import './stock.css';
import { useStockColumns } from './use-stock-columns.tsx';

export function StockList({ views }: { views: ReactNode }) {
  const { t } = useTranslation('stock/robots');
  const list = useList(deviceStockCalls.list);
  const [open, setOpen] = useState<StockRow | null>(null);
  const columns = useStockColumns(setOpen);
  const rowActions = useCallback((row: StockRow) => <StockActions row={row} onOpen={setOpen} />, []);
  const bulk = useCallback(
    (rows: StockRow[], clear: () => void) => <StockBulk rows={rows} onDone={clear} />,
    [],
  );
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        filters={<StockFilters />}
        more={<StockMoreFilters />}
        actions={
          <>
            <Figures />
            {views}
            <ExportButton words call={deviceStockCalls.export} input={list.filters} name="stock" />
          </>
        }
        rowActions={rowActions}
        bulk={bulk}
        empty={<Empty icon="box" title={t('emptyTitle')} hint={t('emptyHint')} />}
      />
      {open && <StockDrawer row={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function Figures() {
  const { t } = useTranslation('stock/robots');
  const { data } = useQuery(callQuery(deviceStockCalls.figures, {}));
  const [inStock, outbound, returned, offered] = [
    data?.IN_STOCK,
    data?.OUTBOUND,
    data?.RETURNED,
    data?.offered,
  ].map((count) => formatNumber(count));
  return (
    <span className="st-figures" title={t('figuresFormula')}>
      {t('figures', {
        inStock: inStock ?? '',
        outbound: outbound ?? '',
        returned: returned ?? '',
        offered: offered ?? '',
      })}
    </span>
  );
}

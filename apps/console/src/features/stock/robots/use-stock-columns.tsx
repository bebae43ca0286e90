import { warrantyEnd, warrantyStateAt, warrantyWarningDays, type StockRow } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../kit/list/column.ts';
import { formatDate, unknown } from '../../../kit/format/format.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useNow } from '../../../kit/format/use-now.ts';
import { useWords } from '../../../shared/words/use-words.ts';

const dayMs = 86_400_000;
const places = {
  IN_STOCK: { tone: 'working', icon: 'box' },
  OUTBOUND: { tone: 'moving', icon: 'navigate' },
  RETURNED: { tone: 'waiting', icon: 'undo' },
} as const;

/** The columns of the stock: device, location, owner and warranty. */
export function useStockColumns(onOpen: (row: StockRow) => void): Column<StockRow>[] {
  const { t } = useTranslation('stock/robots');
  const { word } = useWords();
  return useMemo(
    () => [
      {
        key: 'device',
        title: t('device'),
        sort: 'nickname',
        width: '20%',
        cell: (row) => (
          <button type="button" className="st-name" onClick={() => onOpen(row)}>
            <span>{row.nickname}</span>
            <small>
              {row.sn} · {row.model}
            </small>
          </button>
        ),
      },
      {
        key: 'inventory',
        title: t('inventory'),
        sort: 'inventoryAt',
        cell: (row) => <Place row={row} />,
      },
      {
        key: 'company',
        title: t('company'),
        cell: ({ companyName, offer }) => (
          <span className="st-two">
            {companyName}
            {offer && <small>{t('offeredTo', { company: offer.companyName })}</small>}
          </span>
        ),
      },
      { key: 'usageType', title: t('usageType'), cell: (row) => word('usageType', row.usageType) },
      { key: 'useStatus', title: t('useStatus'), cell: (row) => word('useStatus', row.useStatus) },
      {
        key: 'usableUntil',
        title: t('usableUntil'),
        sort: 'usableUntil',
        cell: (row) => (row.usableUntil ? formatDate(row.usableUntil) : t('noEnd')),
      },
      {
        key: 'warranty',
        title: t('warranty'),
        sort: 'warrantyEnd',
        cell: ({ warranty }) => <WarrantyMark warranty={warranty} />,
      },
      { key: 'binding', title: t('binding'), cell: (row) => word('binding', row.binding) },
      { key: 'activated', title: t('activated'), hidden: true, cell: (row) => formatDate(row.activatedAt) },
    ],
    [t, word, onOpen],
  );
}

function Place({ row: { inventory, inventoryAt } }: { row: StockRow }) {
  const { t } = useTranslation('stock/robots');
  const { word } = useWords();
  return (
    <span className="st-two">
      <StateMark {...places[inventory]} word={word('inventory', inventory)} />
      {inventoryAt && <small>{t('since', { date: formatDate(inventoryAt) })}</small>}
    </span>
  );
}

/** The last days of a warranty are marked in words. */
function WarrantyMark({ warranty }: Pick<StockRow, 'warranty'>) {
  const { t } = useTranslation('stock/robots');
  const { word } = useWords();
  const now = useNow();
  if (!warranty) return unknown;
  const state = warrantyStateAt(warranty, new Date(now));
  const end = warrantyEnd(warranty);
  const ending = state !== 'OUT_OF_WARRANTY' && Date.parse(end) - now < warrantyWarningDays * dayMs;
  return (
    <span className="st-two">
      {ending ? (
        <StateMark tone="waiting" icon="clock" word={t('warrantyEnding')} />
      ) : (
        word('warranty', state)
      )}
      <small>{t('warrantyUntil', { date: formatDate(end) })}</small>
    </span>
  );
}

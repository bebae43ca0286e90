import type { StockRow } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { StockDialog } from './stock-dialog.tsx';
import { actsOn, type StockAct } from './stock-acts.ts';

/** The actions on one device of the stock. */
export function StockActions({ row, onOpen }: { row: StockRow; onOpen: (row: StockRow) => void }) {
  const { t } = useTranslation('stock/robots');
  const [act, setAct] = useState<StockAct | null>(null);
  return (
    <>
      <RowMenu
        label={row.nickname}
        items={[
          { key: 'open', text: t('open'), icon: 'history', run: () => onOpen(row) },
          ...actsOn(row).map((one) => ({
            key: one.kind,
            text: one.kind === 'move' ? t(`to.${one.to}`) : t(one.kind),
            icon:
              one.kind === 'move'
                ? ('box' as const)
                : one.kind === 'change'
                  ? ('edit' as const)
                  : ('right' as const),
            run: () => setAct(one),
          })),
        ]}
      />
      {act && <StockDialog act={act} rows={[row]} onClose={() => setAct(null)} />}
    </>
  );
}

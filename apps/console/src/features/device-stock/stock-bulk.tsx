import { inventoryStates, type StockRow } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { StockDialog } from './stock-dialog.tsx';
import { actsOn, type StockAct } from './stock-acts.ts';

const offered: StockAct[] = [
  ...inventoryStates.map((to) => ({ kind: 'move' as const, to })),
  { kind: 'change' },
  { kind: 'resell' },
];
const same = (one: StockAct, other: StockAct) =>
  one.kind === other.kind && (one.kind !== 'move' || other.kind !== 'move' || one.to === other.to);

/** Actions that apply to at least one selected device; the other devices are skipped. */
export function StockBulk({ rows, onDone }: { rows: StockRow[]; onDone: () => void }) {
  const { t } = useTranslation('device-stock');
  const [act, setAct] = useState<StockAct | null>(null);
  const rowsFor = (act: StockAct) => rows.filter((row) => actsOn(row).some((one) => same(one, act)));
  return (
    <>
      {offered
        .filter((one) => rowsFor(one).length > 0)
        .map((one) => (
          <Button key={one.kind === 'move' ? one.to : one.kind} onClick={() => setAct(one)}>
            {one.kind === 'move' ? t(`to.${one.to}`) : t(one.kind)}
          </Button>
        ))}
      {act && (
        <StockDialog
          act={act}
          rows={rowsFor(act)}
          onClose={(changed) => {
            setAct(null);
            if (changed) onDone();
          }}
        />
      )}
    </>
  );
}

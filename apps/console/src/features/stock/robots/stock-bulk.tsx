import { inventoryStates, type StockRow } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { StockDialog } from './stock-dialog.tsx';
import { actsOn, type StockAct } from './stock-acts.ts';

const offered: StockAct[] = [
  ...inventoryStates.map((to) => ({ kind: 'move' as const, to })),
  { kind: 'change' },
  { kind: 'resell' },
];
const same = (act: StockAct, other: StockAct) =>
  act.kind === other.kind && (act.kind !== 'move' || other.kind !== 'move' || act.to === other.to);

/** Actions that apply to at least one selected device; the other devices are skipped. */
export function StockBulk({ rows, onDone }: { rows: StockRow[]; onDone: () => void }) {
  const { t } = useTranslation('stock/robots');
  const [act, setAct] = useState<StockAct | null>(null);
  const rowsFor = (act: StockAct) =>
    rows.filter((row) => actsOn(row).some((candidate) => same(candidate, act)));
  return (
    <>
      {offered
        .filter((act) => rowsFor(act).length > 0)
        .map((act) => (
          <Button key={act.kind === 'move' ? act.to : act.kind} onClick={() => setAct(act)}>
            {act.kind === 'move' ? t(`to.${act.to}`) : t(act.kind)}
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

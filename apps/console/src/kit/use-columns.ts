import { useMemo } from 'react';
import type { Column } from './column.ts';
import { useAddress } from './use-address.ts';

/** The columns a person chose to see, kept in the address as the differences from the usual ones. */
export function useColumns<R>(columns: readonly Column<R>[]) {
  const [changed, setChanged] = useAddress('columns');
  const shown = useMemo(() => {
    const differences = new Set(changed.split(',').filter(Boolean));
    return new Set(
      columns
        .filter(({ key, hidden = false }, index) => index === 0 || hidden === differences.has(key))
        .map(({ key }) => key),
    );
  }, [columns, changed]);
  const visible = useMemo(() => columns.filter(({ key }) => shown.has(key)), [columns, shown]);
  const show = (key: string) => {
    const differences = new Set(changed.split(',').filter(Boolean));
    if (!differences.delete(key)) differences.add(key);
    setChanged([...differences].join(','));
  };
  return { visible, shown, show };
}

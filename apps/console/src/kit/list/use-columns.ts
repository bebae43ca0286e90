import { useMemo } from 'react';
import type { Column } from './column.ts';
import { useAddress } from './use-address.ts';

/** The value in the address when only the identity column is visible. */
const none = '-';

/** The visible columns in their order. They are in the address if they differ from the usual ones. */
export function useColumns<R>(columns: readonly Column<R>[]) {
  const [chosen, setChosen] = useAddress('columns');
  const usual = useMemo(
    () =>
      columns
        .slice(1)
        .filter(({ hidden = false }) => !hidden)
        .map(({ key }) => key),
    [columns],
  );
  const order = useMemo(() => {
    const keys = new Set(columns.slice(1).map(({ key }) => key));
    // An old address may name columns that no longer exist.
    return chosen === '' ? usual : [...new Set(chosen.split(','))].filter((key) => keys.has(key));
  }, [columns, chosen, usual]);
  const visible = useMemo(() => {
    const [identity, ...others] = columns;
    const byKey = new Map(others.map((column) => [column.key, column]));
    return [identity, ...order.map((key) => byKey.get(key))].filter((column) => column !== undefined);
  }, [columns, order]);
  const setOrder = (keys: readonly string[]) => {
    const same = keys.length === usual.length && keys.every((key, place) => key === usual[place]);
    setChosen(same ? '' : keys.join(',') || none);
  };
  return { visible, order, setOrder, changed: chosen !== '', setUsual: () => setChosen('') };
}

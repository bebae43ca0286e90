import { useMemo } from 'react';
import type { Column } from './column.ts';
import { useAddress } from './use-address.ts';

/** In the address when somebody wants to see no column but the identity. */
const none = '-';

/** The columns a person chose to see, in their order, kept in the address where they differ from the usual ones. */
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
    const known = new Set(columns.slice(1).map(({ key }) => key));
    // Without columns that are there no more; an address may be old.
    return chosen === '' ? usual : [...new Set(chosen.split(','))].filter((key) => known.has(key));
  }, [columns, chosen, usual]);
  const visible = useMemo(() => {
    const [identity, ...others] = columns;
    const byKey = new Map(others.map((column) => [column.key, column]));
    return [identity, ...order.map((key) => byKey.get(key))].filter((one) => one !== undefined);
  }, [columns, order]);
  const setOrder = (keys: readonly string[]) => {
    const same = keys.length === usual.length && keys.every((key, place) => key === usual[place]);
    setChosen(same ? '' : keys.join(',') || none);
  };
  return { visible, order, setOrder, changed: chosen !== '', setUsual: () => setChosen('') };
}

import { useCallback, useLayoutEffect, useMemo, useState } from 'react';
import type { Column } from './column.ts';
import { keyboardScroll } from './keyboard-scroll.ts';
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
  /** Columns that stand in the address are all shown, whatever their width. */
  const showAll = () => setChosen(order.join(','));
  return { visible, order, setOrder, showAll, changed: chosen !== '', setUsual: () => setChosen('') };
}

/** The identity and one more stay, however narrow the list is. */
const minColumns = 2;

/** Wider than a scroll bar, which appears and disappears with the height of the rows. */
const grownPx = 24;

/** How many columns fit in a box that overflows: those at the end are left out first. */
function fittingCount(box: HTMLElement, shown: number): number {
  const heads = [...box.querySelectorAll<HTMLElement>('thead th:not(.sl-table-pick, .sl-table-actions)')];
  let over = box.scrollWidth - box.clientWidth;
  let count = shown;
  while (over > 0 && count > minColumns) over -= heads[--count]?.offsetWidth ?? 0;
  return count;
}

/**
 * Leaves out columns at the end that would make the list scroll sideways. `isFixed` shows all of them: the reader chose them.
 * `rows` is what the widths depend on.
 */
export function useFittingColumns<R>(columns: readonly Column<R>[], rows: unknown, isFixed: boolean) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [fit, setFit] = useState({ columns, width: 0, count: columns.length });
  // Other columns begin again with all of them, and so does a list that becomes wider.
  const count = isFixed || fit.columns !== columns ? columns.length : fit.count;

  useLayoutEffect(() => {
    if (!box || isFixed) return undefined;
    const observer = new ResizeObserver(() =>
      setFit((last) => {
        const width = box.clientWidth;
        if (width > last.width + grownPx) return { columns, width, count: columns.length };
        return width < last.width ? { ...last, width } : last;
      }),
    );
    observer.observe(box);
    return () => observer.disconnect();
  }, [box, columns, isFixed]);

  // Before the browser paints, so that no column is seen that is left out afterwards.
  useLayoutEffect(() => {
    if (!box || isFixed || box.scrollWidth <= box.clientWidth + 1) return;
    const fitting = fittingCount(box, count);
    if (fitting < count) setFit({ columns, width: box.clientWidth, count: fitting });
  }, [box, columns, count, isFixed, rows, fit]);

  const measure = useCallback((element: HTMLElement | null) => {
    keyboardScroll(element);
    setBox(element);
  }, []);
  const fitting = useMemo(() => columns.slice(0, count), [columns, count]);
  return { measure, fitting, left: columns.length - count };
}

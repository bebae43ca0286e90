import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyActs, type KeyAct } from '../keys/use-key-acts.ts';

/** What a row is known by: its link, or the button that opens it. */
const identity = 'td:not(.sl-table-pick) a, td:not(.sl-table-pick) button';
const box = '.sl-table-pick input';

/** What a key does with the row that has the focus. */
export interface RowKey<R> extends Pick<KeyAct, 'text' | 'key'> {
  run: (row: R) => void;
}

interface Options<R> {
  /** As they are shown, in their order. */
  rows: readonly R[];
  rowKeys: readonly RowKey<R>[];
  /** Whether rows can be selected. */
  selects: boolean;
  /** Ends the selection; false if there is none. */
  onClear: () => boolean;
}

const rowsIn = (list: HTMLElement | undefined) => [...(list?.querySelectorAll('tbody tr') ?? [])];

/** The act of a key on the row with the focus; without one the key does nothing. */
const onRow = <R>({ run, ...key }: RowKey<R>, focusedRow: () => R | undefined): KeyAct => ({
  ...key,
  run: () => {
    const row = focusedRow();
    if (row !== undefined) run(row);
    return row !== undefined;
  },
});

/**
 * The keys of a list: J and K move the focus from row to row, Enter opens the focused one, X selects it, the slash leads to the search, and a list
 * adds the acts on its rows.
 * On a page with two lists they belong to the one with the focus, else to the first.
 */
export function useListKeys<R>(
  section: RefObject<HTMLElement | null>,
  { rows: shown, rowKeys, selects, onClear }: Options<R>,
) {
  const { t } = useTranslation('kit');
  const here = () => {
    const list = section.current;
    const focused = document.activeElement?.closest('.sl-list');
    return list && (focused ?? document.querySelector('.sl-list')) === list ? list : undefined;
  };
  const move = (by: 1 | -1) => () => {
    const rows = rowsIn(here());
    if (rows.length === 0) return false;
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next =
      at === -1 ? (by === 1 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by));
    rows[next]!.querySelector<HTMLElement>(identity)?.focus();
    return true;
  };
  const select = () => {
    const row = here() && document.activeElement?.closest('tbody tr');
    const field = row?.querySelector<HTMLInputElement>(box);
    field?.click();
    return field !== undefined && field !== null;
  };
  const focusedRow = () => {
    const at = rowsIn(here()).findIndex((row) => row.contains(document.activeElement));
    return shown[at];
  };
  const search = () => {
    const field = here()?.querySelector<HTMLInputElement>('.sl-filters input[type=search]');
    field?.focus();
    return Boolean(field);
  };
  useKeyActs(t('listKeys.title'), [
    { text: t('listKeys.next'), key: 'j', run: move(1) },
    { text: t('listKeys.previous'), key: 'k', run: move(-1) },
    { text: t('listKeys.open'), shown: 'Enter' },
    ...(selects ? [{ text: t('choose'), key: 'x', run: select }] : []),
    { text: t('listKeys.search'), key: '/', shown: 'Slash', run: search },
    ...(selects
      ? [{ text: t('clearChoice'), key: 'Escape', shown: 'Escape', run: () => Boolean(here()) && onClear() }]
      : []),
    ...rowKeys.map((key) => onRow(key, focusedRow)),
  ]);
}

import { useEffect } from 'react';
import { createStore } from '../store.ts';

/** Keys of one part of a page, as the list of keys shows them. */
export interface KeyGroup {
  title: string;
  rows: readonly KeyRow[];
}
export interface KeyRow {
  text: string;
  /** Keys pressed together, separated by spaces; `/` is between alternatives, `Then` between one after the other; `Mod` is Ctrl or ⌘. */
  keys: string;
}

const groups = createStore<readonly KeyGroup[]>([]);
const open = createStore(false);

/** Declares the keys of a part while it is on the page. The list of keys shows them. */
export function usePageKeys(title: string, rows: readonly KeyRow[]) {
  const text = JSON.stringify({ title, rows } satisfies KeyGroup);
  useEffect(() => {
    const group = JSON.parse(text) as KeyGroup;
    groups.set([...groups.get(), group]);
    return () => groups.set(groups.get().filter((other) => other !== group));
  }, [text]);
}

/** The keys of the present page. Two parts of the same kind, such as two maps, are one group. */
export const useAllPageKeys = (): readonly KeyGroup[] => {
  const all = groups.use();
  return all.filter(
    ({ title, rows }, n) => rows.length > 0 && all.findIndex((other) => other.title === title) === n,
  );
};

/** Whether the list of keys is open. */
export const keyList = {
  useOpen: open.use,
  open: () => open.set(true),
  close: () => open.set(false),
};

import { useMemo, useState } from 'react';

/** The selected rows of a page. A row that is no longer on the page is not in `picked`. */
export function useRowSelection<R extends { id: string }>(rows: readonly R[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const picked = useMemo(() => rows.filter(({ id }) => chosen.has(id)), [rows, chosen]);
  const choose = useMemo(() => (row: R, on: boolean) => setChosen((old) => withKey(old, row.id, on)), []);
  return {
    chosen,
    picked,
    choose,
    chooseAll: (on: boolean) => setChosen(new Set(on ? rows.map(({ id }) => id) : [])),
    clear: () => setChosen(new Set()),
  };
}

function withKey(keys: ReadonlySet<string>, key: string, on: boolean): ReadonlySet<string> {
  const next = new Set(keys);
  if (on) next.add(key);
  else next.delete(key);
  return next;
}

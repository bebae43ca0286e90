import { createContext, use, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { DailyDevice } from './daily-act-list.ts';
import { useDailyActs, type DailyItem } from './use-daily-acts.ts';
import { useStartDaily } from './use-start-daily.tsx';

interface Daily {
  itemsOf: (device: DailyDevice) => DailyItem[];
  start: (item: DailyItem, device: DailyDevice) => void;
}

const Context = createContext<Daily | null>(null);

/** The daily acts of its page, which has `DailyActs` around it. */
export function useDaily(): Daily {
  const daily = use(Context);
  if (!daily) throw new Error('DailyActs is missing around the page');
  return daily;
}

/** What the rows of a page need to act, once for all of them. Its value never changes, so a row renders for its own device only. */
export function DailyActs({ children }: { children: ReactNode }) {
  const itemsOf = useDailyActs();
  const { start, dialog } = useStartDaily();
  const latest = useRef({ itemsOf, start });
  useLayoutEffect(() => {
    latest.current = { itemsOf, start };
  });
  const [daily] = useState<Daily>(() => ({
    itemsOf: (device) => latest.current.itemsOf(device),
    start: (item, device) => latest.current.start(item, device),
  }));
  return (
    <Context value={daily}>
      {children}
      {dialog}
    </Context>
  );
}

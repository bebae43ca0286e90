import { useCallback, useEffect, useRef, useState } from 'react';
import { keyboardScroll } from '../../../kit/list/keyboard-scroll.ts';
import { dayMin } from './calendar-rules.ts';
import { firstMinute, outOfSight, type ColumnLayout } from './column-layout.ts';

interface Options {
  layouts: readonly ColumnLayout[];
  hourPx: number;
  /** The scroll position is set once for each key. */
  rangeKey: string;
  /** Whether the starts of this range have arrived. */
  settled: boolean;
}

/** The minute shown first where nothing is planned. */
const morning = 6 * 60;
/** Time shown above the first start. */
const marginMin = 30;
const wholeDay = { from: 0, to: dayMin };

/** Scrolls the grid to the first planned start, and tells how many are out of sight. */
export function useGridScroll({ layouts, hourPx, rangeKey, settled }: Options) {
  const scroller = useRef<HTMLDivElement>(null);
  const scrolledFor = useRef('');
  const [visible, setVisible] = useState(wholeDay);
  const first = firstMinute(layouts) ?? morning + marginMin;
  const look = useCallback(() => {
    const element = scroller.current;
    const head = element?.querySelector('header');
    if (!element || !head) return;
    const [from, height] = [element.scrollTop, element.clientHeight - head.offsetHeight];
    setVisible({ from: (from / hourPx) * 60, to: ((from + height) / hourPx) * 60 });
  }, [hourPx]);
  useEffect(() => {
    if (!scroller.current || !settled || scrolledFor.current === rangeKey) return;
    scrolledFor.current = rangeKey;
    scroller.current.scrollTop = ((first - marginMin) / 60) * hourPx;
    look();
  }, [first, hourPx, look, rangeKey, settled]);
  const showMinute = (minute: number) =>
    scroller.current?.scrollTo({ top: ((minute - marginMin) / 60) * hourPx, behavior: 'smooth' });
  return {
    ref: (element: HTMLDivElement | null) => {
      scroller.current = element;
      keyboardScroll(element);
    },
    look,
    showMinute,
    ...outOfSight(layouts, visible),
  };
}

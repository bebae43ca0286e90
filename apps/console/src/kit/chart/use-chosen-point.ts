import { useState, type KeyboardEvent } from 'react';

/** The point of a small chart under the pointer or reached with the arrow keys. */
export function useChosenPoint(count: number) {
  const [index, choose] = useState<number | null>(null);
  /** Returns the point that the key leads to, if it is a key of the chart. */
  const chooseByKey = (event: KeyboardEvent): number | undefined => {
    const last = count - 1;
    const next = new Map([
      ['ArrowLeft', Math.max(0, (index ?? count) - 1)],
      ['ArrowRight', Math.min(last, (index ?? -1) + 1)],
      ['Home', 0],
      ['End', last],
    ]).get(event.key);
    if (next === undefined || count === 0) return undefined;
    event.preventDefault();
    choose(next);
    return next;
  };
  return { index: index !== null && index < count ? index : null, choose, chooseByKey };
}

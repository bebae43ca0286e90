import { useSyncExternalStore } from 'react';
import type { BellItem } from './bell-item.ts';

const staysMs = 5_000;
const maxShown = 3;

export interface PopUps {
  shown: readonly BellItem[];
  /** Came while there was no room; told as a number. */
  more: number;
}

let popUps: PopUps = { shown: [], more: 0 };
let timer: ReturnType<typeof setTimeout> | undefined;
let held = false;
const listeners = new Set<() => void>();

function change(next: PopUps) {
  popUps = next;
  listeners.forEach((listener) => listener());
}

/** One clock for the whole stack: it leaves together, so that nothing jumps under a pointer. */
function startOver() {
  clearTimeout(timer);
  if (!held && popUps.shown.length > 0) timer = setTimeout(clearPopUps, staysMs);
}

/** Shows it for five seconds at the bottom right. When there is no room the gravest stay. */
export function popUp(item: BellItem, more = 0) {
  const all = [item, ...popUps.shown.filter(({ id }) => id !== item.id)];
  const kept = all.toSorted((one, other) => other.level - one.level).slice(0, maxShown);
  change({
    shown: all.filter((one) => kept.includes(one)),
    more: popUps.more + more + Math.max(0, all.length - maxShown),
  });
  startOver();
}

export function dismissPopUp(id: string) {
  const shown = popUps.shown.filter((item) => item.id !== id);
  change(shown.length > 0 ? { ...popUps, shown } : { shown: [], more: 0 });
}

export function clearPopUps() {
  clearTimeout(timer);
  held = false;
  change({ shown: [], more: 0 });
}

/** While somebody looks at one, none leaves. */
export function holdPopUps(on: boolean) {
  held = on;
  startOver();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePopUps = () => useSyncExternalStore(subscribe, () => popUps);

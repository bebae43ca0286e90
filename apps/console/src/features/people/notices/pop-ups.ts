import { createStore } from '../../../kit/store.ts';
import type { BellItem } from './bell-item.ts';

const visibleMs = 5_000;
const maxShown = 3;

export interface PopUps {
  shown: readonly BellItem[];
  /** Number of notices above the maximum. */
  more: number;
}

const popUps = createStore<PopUps>({ shown: [], more: 0 });
let timer: ReturnType<typeof setTimeout> | undefined;
let paused = false;

/** One timer for the whole stack: all pop-ups close together, so nothing moves under the pointer. */
function restartTimer() {
  clearTimeout(timer);
  if (!paused && popUps.get().shown.length > 0) timer = setTimeout(clearPopUps, visibleMs);
}

/** Shows a notice for five seconds at the bottom right. Above the maximum, the highest levels stay. */
export function popUp(item: BellItem, more = 0) {
  const all = [item, ...popUps.get().shown.filter(({ id }) => id !== item.id)];
  const highest = all.toSorted((a, b) => b.level - a.level).slice(0, maxShown);
  popUps.set({
    shown: all.filter((entry) => highest.includes(entry)),
    more: popUps.get().more + more + Math.max(0, all.length - maxShown),
  });
  restartTimer();
}

export function dismissPopUp(id: string) {
  const remaining = popUps.get().shown.filter((item) => item.id !== id);
  popUps.set(remaining.length > 0 ? { ...popUps.get(), shown: remaining } : { shown: [], more: 0 });
}

export function clearPopUps() {
  clearTimeout(timer);
  paused = false;
  popUps.set({ shown: [], more: 0 });
}

/** While paused, no pop-up closes. */
export function pausePopUps(on: boolean) {
  paused = on;
  restartTimer();
}

export const usePopUps = popUps.use;

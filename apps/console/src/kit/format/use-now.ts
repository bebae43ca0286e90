import { useSyncExternalStore } from 'react';

const tickMs = 10_000;

let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    nowMs = Date.now();
    listeners.forEach((tick) => tick());
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time, renewed every ten seconds by one timer for the whole page. */
export const useNow = () => useSyncExternalStore(subscribe, () => nowMs);

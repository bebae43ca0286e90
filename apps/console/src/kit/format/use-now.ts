import { createSource } from '../store.ts';

const tickMs = 10_000;

let nowMs = Date.now();

const clock = createSource(
  () => nowMs,
  (changed) => {
    // Without components the time stands still. React reads it again after connecting.
    nowMs = Date.now();
    const timer = setInterval(() => {
      nowMs = Date.now();
      changed();
    }, tickMs);
    return () => clearInterval(timer);
  },
);

/** The time, renewed every ten seconds by one timer for the whole page. */
export const useNow = clock.use;

import { createSource } from '../store.ts';

/** The time, renewed by one timer for the whole page. */
function clock(tickMs: number) {
  let nowMs = Date.now();
  const source = createSource(
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
  return source.use;
}

/** The time, renewed every ten seconds. */
export const useNow = clock(10_000);

/** The time, renewed every second: for a duration that is read to the second while it runs. */
export const useSecond = clock(1_000);

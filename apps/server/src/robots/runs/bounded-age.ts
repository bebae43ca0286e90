/** The most that one step adds: far above the time between two ticks, far below every timeout that uses it. */
const maxStepMs = 60_000;

const bounded = (ms: number) => Math.min(maxStepMs, Math.max(0, ms));

interface Age {
  sinceMs: number;
  ms: number;
}
export type BoundedAges = ReturnType<typeof createBoundedAges>;

/**
 * Measures at each tick for how long something has been so. A tick adds what has passed since the one before, at most
 * `maxStepMs`, so a clock that is set forward, or a machine that was suspended, makes nothing older at once. What began
 * before the start, as after a restart, has the age of the clock.
 */
export function createBoundedAges(startMs: number) {
  const ages = new WeakMap<object, Age>();
  let [tickMs, previousMs] = [startMs, startMs];

  const first = (sinceMs: number): number =>
    sinceMs >= previousMs ? bounded(tickMs - sinceMs) : Math.max(0, tickMs - sinceMs);

  return {
    /** Begins a tick. */
    tick(nowMs: number): void {
      [tickMs, previousMs] = [nowMs, tickMs];
    },
    /** Measured once in each tick. */
    of(subject: object, sinceMs: number): number {
      const age = ages.get(subject);
      const ms = age?.sinceMs === sinceMs ? age.ms + bounded(tickMs - previousMs) : first(sinceMs);
      ages.set(subject, { sinceMs, ms });
      return ms;
    },
  };
}

/** Returns the current time. It is passed in everywhere, so that tests and seeds control it. */
export type Clock = () => Date;

/** The clock of the machine. */
export const systemClock: Clock = () => new Date();

/** A clock that changes only by `set` and `advance`. */
export function settableClock(start: string): Clock & { set(at: string): void; advance(ms: number): void } {
  let at = Date.parse(start);
  return Object.assign(() => new Date(at), {
    set: (moment: string) => void (at = Date.parse(moment)),
    advance: (ms: number) => void (at += ms),
  });
}

/**
 * Whether work that was last done at `lastMs` is due again. A clock that was set back since then must not stop the work until it has
 * caught up.
 */
export const isDue = (lastMs: number, nowMs: number, everyMs: number): boolean =>
  nowMs < lastMs || nowMs - lastMs >= everyMs;

/** Real time since the start of the process. It does not follow changes of the system's clock. */
export const monotonicClock: Clock = () => new Date(performance.timeOrigin + performance.now());

/** Now, passed in everywhere, so that tests and seeds decide what time it is. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** A clock that stands still until it is moved. */
export function settableClock(start: string): Clock & { set(at: string): void; advance(ms: number): void } {
  let at = Date.parse(start);
  return Object.assign(() => new Date(at), {
    set: (moment: string) => void (at = Date.parse(moment)),
    advance: (ms: number) => void (at += ms),
  });
}

import { createPerSessionMap } from './per-session-map.ts';
import type { Session } from './session.ts';

interface Waiter {
  session: Session;
  condition(): boolean;
  settle(fulfilled: boolean): void;
  timer: NodeJS.Timeout;
}

/** Waits for a condition on a device's state. */
export function createStateWaiter() {
  const waiters = createPerSessionMap<Waiter>();
  const end = (waiter: Waiter, fulfilled: boolean) => {
    clearTimeout(waiter.timer);
    waiters.remove(waiter);
    waiter.settle(fulfilled);
  };
  return {
    /** True as soon as the condition is met after a state of this device, false after the timeout. */
    until: (session: Session, condition: () => boolean, withinMs: number): Promise<boolean> =>
      new Promise((settle) => {
        if (condition()) return settle(true);
        const waiter: Waiter = {
          session,
          condition,
          settle,
          timer: setTimeout(() => end(waiter, waiter.condition()), withinMs),
        };
        waiters.add(waiter);
      }),
    stateSeen(session: Session): void {
      for (const waiter of waiters.of(session)) if (waiter.condition()) end(waiter, true);
    },
    /** Another server owns the device: no more states arrive here. */
    forget(session: Session): void {
      for (const waiter of waiters.of(session)) end(waiter, false);
    },
    stop(): void {
      for (const waiter of waiters.all()) end(waiter, false);
    },
  };
}

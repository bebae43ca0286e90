import { repeatedly } from './repeatedly.ts';

/** Runs `work` now and every hour until stopped. A failure is passed to `onError` and retried later. */
export const hourly = (work: () => Promise<unknown>, onError: (error: unknown) => void) =>
  repeatedly(work, { everyMs: 3_600_000 }, onError);

import { repeatedly } from './repeatedly.ts';

/** Does something now and every hour until stopped. What fails is told, and tried again later. */
export const hourly = (work: () => Promise<unknown>, onError: (error: unknown) => void) =>
  repeatedly(work, { everyMs: 3_600_000 }, onError);

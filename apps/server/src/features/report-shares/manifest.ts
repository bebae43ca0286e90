import type { Clock } from '../../platform/runtime/clock.ts';
import { reportShareAnswers, createShareVisitLimits } from './report-share-handlers.ts';

/** What this feature adds to the server. */
export const reportShares = {
  calls: ({ now }: { now: Clock }) => reportShareAnswers(createShareVisitLimits(now)),
};

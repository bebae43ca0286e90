import type { RequestLimits } from '../../../platform/limits/request-limits.ts';
import { reportShareAnswers, createShareVisitLimits } from './report-share-handlers.ts';

/** What this feature adds to the server. */
export const reportShares = {
  calls: ({ limits }: { limits: Pick<RequestLimits, 'createLimit'> }) =>
    reportShareAnswers(createShareVisitLimits(limits.createLimit)),
};

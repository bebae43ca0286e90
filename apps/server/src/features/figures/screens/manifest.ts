import type { RequestLimits } from '../../../platform/limits/request-limits.ts';
import { createLookLimits, screenAnswers } from './screen-handlers.ts';

/** What this feature adds to the server. */
export const screens = {
  calls: ({ limits }: { limits: Pick<RequestLimits, 'createLimit'> }) =>
    screenAnswers(createLookLimits(limits.createLimit)),
};

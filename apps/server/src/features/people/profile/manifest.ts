import type { RequestLimits } from '../../../platform/limits/request-limits.ts';
import { profileAnswers } from './profile-handlers.ts';

/** What this feature adds to the server. */
export const profile = {
  calls: ({ limits: { attempts } }: { limits: Pick<RequestLimits, 'attempts'> }) =>
    profileAnswers({ attempts }),
};

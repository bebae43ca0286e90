import type { RequestLimits } from '../../../platform/limits/request-limits.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { receivedShareAnswers } from './received-share-handlers.ts';
import { deviceShareAnswers, createShareLookupLimits } from './share-handlers.ts';
import { sharedTopics } from './shared-topics.ts';

/** What this feature adds to the server. */
export const deviceShares = {
  calls: ({ robots, limits }: { robots: Robots; limits: Pick<RequestLimits, 'createLimit'> }) => [
    ...deviceShareAnswers({ shareLookups: createShareLookupLimits(limits.createLimit) }),
    ...receivedShareAnswers({ robots }),
  ],
  topics: sharedTopics,
};

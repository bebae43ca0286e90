import type { Clock } from '../../platform/runtime/clock.ts';
import type { Robots } from '../../robots-port/robots.ts';
import { receivedShareAnswers } from './received-share-handlers.ts';
import { deviceShareAnswers, createShareLookupLimits } from './share-handlers.ts';
import { sharedTopics } from './shared-topics.ts';

/** What this feature adds to the server. */
export const deviceShares = {
  calls: ({ robots, now }: { robots: Robots; now: Clock }) => [
    ...deviceShareAnswers({ shareLookups: createShareLookupLimits(now) }),
    ...receivedShareAnswers({ robots }),
  ],
  topics: sharedTopics,
};

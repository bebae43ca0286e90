import type { RequestLimits } from '../../../platform/limits/request-limits.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { deviceControlAnswers } from './control-handlers.ts';
import { controlPasswordAnswers } from './control-password-handlers.ts';
import { driveSessionAnswers } from './drive-session-handlers.ts';
import { driveTopics } from './drive-topics.ts';

/** What this feature adds to the server. */
export const deviceControl = {
  calls: ({ robots, limits: { attempts } }: { robots: Robots; limits: Pick<RequestLimits, 'attempts'> }) => [
    ...deviceControlAnswers({ robots, attempts }),
    ...driveSessionAnswers,
    ...controlPasswordAnswers,
  ],
  topics: driveTopics,
};

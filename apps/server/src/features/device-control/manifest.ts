import type { Clock } from '../../platform/runtime/clock.ts';
import type { Robots } from '../../robots-port/robots.ts';
import { createControlLimits, deviceControlAnswers } from './control-handlers.ts';
import { controlPasswordAnswers } from './control-password-handlers.ts';
import { driveSessionAnswers } from './drive-session-handlers.ts';
import { driveTopics } from './drive-topics.ts';

/** What this feature adds to the server. */
export const deviceControl = {
  calls: ({ robots, now }: { robots: Robots; now: Clock }) => [
    ...deviceControlAnswers({ robots, controlGuesses: createControlLimits(now) }),
    ...driveSessionAnswers,
    ...controlPasswordAnswers,
  ],
  topics: driveTopics,
};

import type { Robots } from '../../../robots-port/robots.ts';
import { commandAnswers } from './command-handlers.ts';
import { commandTopics } from './command-topics.ts';

/** What this feature adds to the server. */
export const commands = {
  calls: (needs: { robots: Robots }) => commandAnswers(needs),
  topics: () => commandTopics,
};

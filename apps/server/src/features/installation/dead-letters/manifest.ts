import type { Robots } from '../../../robots-port/robots.ts';
import { deadLetterAnswers } from './dead-letter-handlers.ts';

/** What this feature adds to the server. */
export const deadLetters = {
  calls: ({ robots }: { robots: Pick<Robots, 'rejections'> }) =>
    deadLetterAnswers({ rejections: robots.rejections }),
};

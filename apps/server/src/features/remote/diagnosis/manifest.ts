import type { Robots } from '../../../robots-port/robots.ts';
import { diagnosisAnswers } from './diagnosis-handlers.ts';
import { liveLogTopics } from './live-log-topics.ts';

/** What this feature adds to the server. */
export const diagnosis = {
  calls: (needs: { robots: Robots }) => diagnosisAnswers(needs),
  topics: liveLogTopics,
};

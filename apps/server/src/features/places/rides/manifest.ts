import type { Robots } from '../../../robots-port/robots.ts';
import { rideAnswers } from './ride-handlers.ts';
import { rideNeeds } from './ride-needs.ts';
import { rideTopics } from './ride-topics.ts';

/** What this feature adds to the server. */
export const rides = {
  calls: ({ robots }: { robots: Robots }) => rideAnswers(robots),
  topics: rideTopics,
  needs: rideNeeds,
};

import type { Robots } from '../../../robots-port/robots.ts';
import { deviceCareAnswers } from './device-care-handlers.ts';
import { consumableNeeds } from './consumable-needs.ts';

/** What this feature adds to the server. */
export const deviceCare = {
  calls: (needs: { robots: Robots }) => deviceCareAnswers(needs),
  needs: consumableNeeds,
};

import type { Robots } from '../../../robots-port/robots.ts';
import { deviceBindingAnswers } from './device-binding-handlers.ts';
import { useNeeds } from './use-needs.ts';

/** What this feature adds to the server. */
export const deviceBinding = {
  calls: (needs: { robots: Robots }) => deviceBindingAnswers(needs),
  needs: useNeeds,
};

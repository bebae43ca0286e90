import type { Robots } from '../../../robots-port/robots.ts';
import { deviceFileAnswers } from './device-file-handlers.ts';
import { deviceAnswers } from './device-handlers.ts';
import { deviceRequestAnswers } from './device-request-handlers.ts';
import { deviceScoreAnswers } from './device-score-handlers.ts';
import { deviceTopics } from './device-topics.ts';
import { deviceWarrantyAnswers } from './warranty/warranty-handlers.ts';
import { deviceRequestNeeds } from './device-request-needs.ts';
import { silenceNeeds } from './silence-needs.ts';

/** What this feature adds to the server. */
export const devices = {
  calls: (needs: { robots: Robots }) => [
    ...deviceAnswers(needs),
    ...deviceFileAnswers(needs),
    ...deviceScoreAnswers,
    ...deviceRequestAnswers(needs),
    ...deviceWarrantyAnswers,
  ],
  topics: deviceTopics,
  needs: () => [...silenceNeeds(), ...deviceRequestNeeds()],
};

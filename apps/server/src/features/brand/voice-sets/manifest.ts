import type { Db } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { voiceRolloutJob } from './voice-rollout-due-service.ts';
import { voiceSetAnswers } from './voice-set-handlers.ts';

/** What this feature adds to the server. */
export const voiceSets = {
  calls: () => voiceSetAnswers,
  jobs: (needs: { db: Db; bus: Bus; now: Clock }) => [voiceRolloutJob(needs)],
};

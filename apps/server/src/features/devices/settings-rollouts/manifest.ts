import type { Bus } from '../../../platform/socket/bus.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { rolloutStartJob } from './rollout-due-service.ts';
import { settingsProfileAnswers } from './settings-profile-handlers.ts';
import { settingsRolloutAnswers } from './settings-rollout-handlers.ts';

/** What this feature adds to the server. */
export const settingsRollouts = {
  calls: () => [...settingsProfileAnswers, ...settingsRolloutAnswers],
  jobs: ({ db, bus, now }: { db: Db; bus: Bus; now: Clock }) => [rolloutStartJob(db, bus, now)],
};

import type { Robots } from '../../../robots-port/robots.ts';
import type { ReleaseKeys } from '../packages/package-signature-service.ts';
import { deviceUpdateAnswers } from './device-update-handlers.ts';
import type { EngineNeeds } from './engine/engine-needs.ts';
import { rolloutJob } from './engine/rollout-job.ts';
import { otaTaskAnswers } from './task-handlers.ts';

interface CallNeeds {
  releaseKeys: ReleaseKeys;
  robots: Robots;
}

/** What this feature adds to the server. */
export const otaTasks = {
  calls: ({ releaseKeys, robots }: CallNeeds) => [
    ...otaTaskAnswers(releaseKeys),
    ...deviceUpdateAnswers({ robots }),
  ],
  jobs: (needs: EngineNeeds) => [rolloutJob(needs)],
};

import type { Db } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { aiConsentAnswers } from './ai-consent-handlers.ts';
import { aiProjectAnswers } from './ai-project-handlers.ts';
import { aiRetentionJob } from './ai-retention-service.ts';

interface CallNeeds {
  robots: Robots;
}
interface JobNeeds {
  db: Db;
  now: Clock;
}

/** What this feature adds to the server. */
export const aiProjects = {
  calls: ({ robots }: CallNeeds) => [...aiProjectAnswers(robots), ...aiConsentAnswers(robots)],
  jobs: ({ db, now }: JobNeeds) => [aiRetentionJob(db, now)],
};

import type { Answers } from './calls/calls.ts';
import type { Job } from './jobs/jobs.ts';
import type { TopicRule } from './socket/topic-rule.ts';

/**
 * What a feature adds to the server. Each part names only what it needs of the program; `app/features.ts` lists the
 * features and supplies the needs. A part that needs nothing ignores them.
 */
export interface FeatureManifest<CallNeeds, TopicNeeds, JobNeeds, NeedSource> {
  /** Its calls with their handlers. */
  calls?: (needs: CallNeeds) => Answers;
  /** Topics to which browsers may subscribe. */
  topics?: (needs: TopicNeeds) => TopicRule[];
  /** Background jobs. */
  jobs?: (needs: JobNeeds) => Job[];
  /** Sources of the list of what waits for a person. */
  needs?: () => NeedSource[];
}

import { auditSealJob, auditTrimJob } from '../platform/audit/audit-chain.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { robotCleanupJob } from '../robots/care/robot-cleanup-service.ts';
import type { JobNeeds } from './feature-needs.ts';
import { features } from './features.ts';

/** All background jobs of an installation: those of the platform, of the gateway and of the features. */
export const backgroundJobs = (needs: JobNeeds): Job[] => [
  auditSealJob(needs.db),
  auditTrimJob(needs.db, needs.days.audit),
  robotCleanupJob(needs.db, needs.now),
  ...features.flatMap(({ jobs }) => jobs?.(needs) ?? []),
];

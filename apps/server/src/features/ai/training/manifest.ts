import type { Logger } from 'pino';
import type { Db } from '../../../platform/db/db.ts';
import type { FileStore } from '../../../platform/files/files.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { aiTrainingAnswers } from './training-handlers.ts';
import { runTrainings } from './training-runner.ts';
import { trainingTopics } from './training-topics.ts';
import type { Trainers } from './trainer/trainers-service.ts';

interface JobNeeds {
  db: Db;
  bus: Bus;
  files: FileStore;
  now: Clock;
  logger: Logger;
  trainers: Trainers;
}

/** Looks for trainings. The job does not wait for them: one takes longer than a job may. */
const trainingJob = ({ logger: log, ...needs }: JobNeeds): Job => ({
  name: 'aiTrainings.run',
  everySeconds: 5,
  run: async () => {
    runTrainings({ ...needs, log }).catch((error: unknown) =>
      log.error({ err: error }, 'trainings could not be run'),
    );
  },
});

/** What this feature adds to the server. */
export const aiTrainings = {
  calls: () => aiTrainingAnswers,
  topics: trainingTopics,
  jobs: (needs: JobNeeds) => [trainingJob(needs)],
};

import { answerJobs } from '../../../platform/runtime/worker-jobs.ts';
import { makeEven } from './even-sound.ts';

answerJobs(makeEven);

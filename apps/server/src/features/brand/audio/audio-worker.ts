import { answerJobs } from '../../../platform/runtime/worker-jobs.ts';
import { measure } from './sound-facts.ts';

answerJobs(measure);

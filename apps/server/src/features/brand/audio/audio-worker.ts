import { answerJobs } from '../../../platform/runtime/worker-jobs.ts';
import { measure } from '../../../platform/sound/sound-facts.ts';

answerJobs(measure);

import { pictureAnswers } from './picture-handlers.ts';
import { workAnswers } from './work-handlers.ts';

/** What this feature adds to the server. */
export const workOrderWork = { calls: () => [...pictureAnswers, ...workAnswers] };

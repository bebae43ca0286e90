import { aiImageAnswers } from './image-handlers.ts';

/** What this feature adds to the server. */
export const aiImages = { calls: () => aiImageAnswers };

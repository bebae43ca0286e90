import { appAnswers } from './app-handlers.ts';

/** What this feature adds to the server. */
export const apps = { calls: () => appAnswers };

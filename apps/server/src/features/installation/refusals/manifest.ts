import { connectionRefusalAnswers } from './connection-refusal-handlers.ts';

/** What this feature adds to the server. */
export const connectionRefusals = { calls: () => connectionRefusalAnswers };

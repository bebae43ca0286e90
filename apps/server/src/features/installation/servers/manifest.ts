import { serverAnswers } from './server-handlers.ts';

/** What this feature adds to the server. */
export const servers = {
  calls: ({ isAlone }: { isAlone: boolean }) => serverAnswers(isAlone),
};

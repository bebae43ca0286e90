import { remoteAccessAnswers } from './remote-access-handlers.ts';

/** What this feature adds to the server. */
export const remoteAccess = {
  calls: () => remoteAccessAnswers,
};

import { deviceVersionAnswers } from './device-version-handlers.ts';

/** What this feature adds to the server. */
export const deviceVersions = {
  calls: () => deviceVersionAnswers,
};

import { elevatorAnswers } from './elevator-handlers.ts';
import { elevatorModuleAnswers } from './elevator-module-handlers.ts';
import { elevatorProjectAnswers } from './elevator-project-handlers.ts';

/** What this feature adds to the server. */
export const elevators = {
  calls: () => [...elevatorProjectAnswers, ...elevatorAnswers, ...elevatorModuleAnswers],
};

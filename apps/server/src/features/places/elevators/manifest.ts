import type { Services } from '../../../platform/calls/services.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { elevatorAnswers } from './elevator-handlers.ts';
import { elevatorModuleAnswers } from './elevator-module-handlers.ts';
import { elevatorProjectAnswers } from './elevator-project-handlers.ts';
import { elevatorTestAnswers } from './elevator-test-handlers.ts';
import { createElevatorTestRunner } from './elevator-test-service.ts';

interface CallNeeds {
  services: Services;
  now: Clock;
  log: { error(details: object, message: string): void };
  onClose(task: () => Promise<unknown>): void;
}

/** What this feature adds to the server. */
export const elevators = {
  calls: ({ services: { db, bus }, now, log, onClose }: CallNeeds) => {
    const runner = createElevatorTestRunner({ db, bus, now, log });
    onClose(runner.stop);
    return [
      ...elevatorProjectAnswers,
      ...elevatorAnswers,
      ...elevatorModuleAnswers,
      ...elevatorTestAnswers(runner),
    ];
  },
};

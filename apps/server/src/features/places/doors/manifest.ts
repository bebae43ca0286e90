import type { Services } from '../../../platform/calls/services.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { createDoorRunner } from './door-act-service.ts';
import { doorAnswers } from './door-handlers.ts';
import { doorRecordAnswers } from './door-record-handlers.ts';
import { doorTopics } from './door-topics.ts';

interface CallNeeds {
  services: Services;
  now: Clock;
  log: { error(details: object, message: string): void };
  onClose(task: () => Promise<unknown>): void;
}

/** What this feature adds to the server. */
export const doors = {
  calls: ({ services: { db, bus }, log, onClose }: CallNeeds) => {
    const runner = createDoorRunner({ db, bus, log });
    onClose(runner.stop);
    return [...doorAnswers(runner), ...doorRecordAnswers];
  },
  topics: doorTopics,
};

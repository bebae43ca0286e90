import type { Job } from '../../../platform/jobs/jobs.ts';
import { alarmTellingAnswers } from './alarm-telling-handlers.ts';
import { deliverTellings } from './alarm-delivery-service.ts';
import { planTellings } from './alarm-plan-service.ts';
import { moveTellings, type TellingDeps } from './alarm-step-service.ts';
import { codeTellingAnswers } from './code-telling-handlers.ts';
import { escalationAnswers } from './escalation-handlers.ts';

/** Notifies people of alarms, step by step while they are not acknowledged. Runs take row locks. */
const tellingJob = (deps: TellingDeps): Job => ({
  name: 'alarms.tell',
  everySeconds: 2,
  mayOverlap: true,
  run: async () => {
    await planTellings(deps.db, deps.now);
    await moveTellings(deps);
    await deliverTellings(deps);
  },
});

/** What this feature adds to the server. */
export const alarmTellings = {
  calls: () => [...escalationAnswers, ...codeTellingAnswers, ...alarmTellingAnswers],
  jobs: ({ db, bus, now }: TellingDeps) => [tellingJob({ db, bus, now })],
};

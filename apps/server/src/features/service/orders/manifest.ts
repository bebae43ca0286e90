import type { Db } from '../../../platform/db/db.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { workOrderEvidenceAnswers } from './evidence/evidence-handlers.ts';
import { raiseOrders } from './rule/order-raise-service.ts';
import { verifyOrders } from './verification/verification-service.ts';
import { workOrderActAnswers } from './work-order-act-handlers.ts';
import { workOrderAnswers } from './work-order-handlers.ts';
import { workOrderNeeds } from './work-order-needs.ts';
import { workOrderTopics } from './work-order-topics.ts';

interface OrderJobDeps {
  db: Db;
  bus: Bus;
  now: Clock;
}

/** Orders of alarms by rule, and the proof of fixes. Both take row locks. */
const jobs = ({ db, bus, now }: OrderJobDeps): Job[] => [
  {
    name: 'workOrders.raise',
    everySeconds: 10,
    mayOverlap: true,
    run: () => raiseOrders({ db, bus, now }),
  },
  {
    name: 'workOrders.verify',
    everySeconds: 15,
    mayOverlap: true,
    run: () => verifyOrders({ db, bus, now }),
  },
];

/** What this feature adds to the server. */
export const workOrders = {
  calls: () => [...workOrderAnswers, ...workOrderActAnswers, ...workOrderEvidenceAnswers],
  topics: workOrderTopics,
  needs: workOrderNeeds,
  jobs,
};

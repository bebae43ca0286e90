import type { Db } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { maintenanceDueJob } from './due-service.ts';
import { maintenanceNeeds } from './maintenance-needs.ts';
import { maintenancePartAnswers } from './part-handlers.ts';
import { maintenancePlanAnswers } from './plan-handlers.ts';
import { maintenanceRecordAnswers } from './record-handlers.ts';

/** What this feature adds to the server. */
export const maintenance = {
  calls: () => [...maintenancePlanAnswers, ...maintenanceRecordAnswers, ...maintenancePartAnswers],
  jobs: ({ db, bus, now }: { db: Db; bus: Bus; now: Clock }) => [maintenanceDueJob({ db, bus, now })],
  needs: maintenanceNeeds,
};

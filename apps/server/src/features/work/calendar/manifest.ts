import type { Bus } from '../../../platform/socket/bus.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Logger } from 'pino';
import type { Robots } from '../../../robots-port/robots.ts';
import { calendarAnswers } from './calendar-handlers.ts';
import { holidayAnswers } from './holiday-handlers.ts';
import { comingDatesJob } from './robot-dates-service.ts';
import { scheduleAnswers } from './schedule-handlers.ts';
import { dispatchJob } from './schedule-jobs.ts';
import { missedStartNeeds } from './missed-start-needs.ts';

/** What this feature adds to the server. */
export const calendar = {
  calls: () => [...scheduleAnswers, ...holidayAnswers, ...calendarAnswers],
  jobs: ({ logger, ...needs }: { db: Db; bus: Bus; now: Clock; robots: Robots; logger: Logger }) => [
    dispatchJob(needs, (error) => logger.error({ err: error }, 'a planned start could not be checked')),
    comingDatesJob(needs),
  ],
  needs: missedStartNeeds,
};

import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Logger } from 'pino';
import type { RequestLimits } from '../../../platform/limits/request-limits.ts';
import type { Services } from '../../../platform/calls/services.ts';
import { createErrorCollector } from './error-collector.ts';
import { errorLogAnswers } from './error-log-handlers.ts';
import { errorTrimJob } from './error-trim-service.ts';

interface CallNeeds {
  services: Services;
  log: Pick<Logger, 'error' | 'warn'>;
  limits: Pick<RequestLimits, 'createLimit'>;
  /** The task runs before the server stops. */
  onClose(task: () => Promise<unknown>): void;
}

/** What this feature adds to the server. */
export const errorLog = {
  calls: ({ services: { db }, limits, log, onClose }: CallNeeds) => {
    const errorReports = createErrorCollector(db, limits.createLimit, log);
    onClose(() => errorReports.flush());
    return errorLogAnswers({ errorReports });
  },
  jobs: ({ db, now, days }: { db: Db; now: Clock; days: { errors: number } }) => [
    errorTrimJob(db, now, days.errors),
  ],
};

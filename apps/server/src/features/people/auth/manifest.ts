import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Logger } from 'pino';
import type { RequestLimits } from '../../../platform/limits/request-limits.ts';
import type { Services } from '../../../platform/calls/services.ts';
import { topics } from '@sweepline/contract';
import type { Tickets } from '../../../platform/socket/tickets.ts';
import { authAnswers } from './auth-handlers.ts';
import { createUsernameCache } from './known-names.ts';
import { createLoginGuard } from './login-guard.ts';
import { createLoginRateLimits, signInCleanupJob } from './login-rate-limits.ts';
import { sessionAnswers } from './session-handlers.ts';
import type { SessionLimits } from './session-service.ts';
import { sessionCleanupJob } from './session-cleanup-service.ts';
import { createFailedSignInQueue } from './sign-in-service.ts';

interface CallNeeds {
  services: Services;
  now: Clock;
  log: Pick<Logger, 'error' | 'warn'>;
  tickets: Tickets;
  limits: Pick<RequestLimits, 'createLimit'>;
  sessions: SessionLimits;
  /** The task runs before the server stops. */
  onClose(task: () => Promise<unknown>): void;
}

/** What this feature adds to the server. */
export const auth = {
  calls: ({
    services: { db },
    now,
    log,
    onClose,
    tickets,
    limits: { createLimit },
    sessions: limits,
  }: CallNeeds) => {
    const failures = createFailedSignInQueue(db, now, log);
    const rateLimits = createLoginRateLimits(db, now, log);
    onClose(async () => {
      await failures.flush();
      await rateLimits.flush();
    });
    return [
      ...authAnswers({
        guard: createLoginGuard(now, rateLimits, createLimit),
        names: createUsernameCache(db, now),
        failures,
        tickets,
        limits,
      }),
      ...sessionAnswers({ limits }),
    ];
  },
  topics: () => [
    { name: topics.kick.name, allow: 'signedIn' },
    { name: topics.rights.name, allow: 'signedIn' },
  ],
  jobs: ({ db, now, sessions }: { db: Db; now: Clock; sessions: SessionLimits }) => [
    sessionCleanupJob(db, now, sessions),
    signInCleanupJob(db, now),
  ],
};

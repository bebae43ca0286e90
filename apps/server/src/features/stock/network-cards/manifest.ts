import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Logger } from 'pino';
import { cardRefreshJob } from './card-watch-service.ts';
import { networkCardAnswers } from './network-card-handlers.ts';
import type { SimOperator } from './sim-operator-service.ts';
import { cardNeeds } from './card-needs.ts';

interface JobNeeds {
  db: Db;
  now: Clock;
  logger: Logger;
  /** Present when an operator of SIM cards is configured. */
  simOperator: SimOperator | undefined;
}

/** What this feature adds to the server. */
export const networkCards = {
  calls: (needs: { simOperator?: SimOperator | undefined }) => networkCardAnswers(needs),
  jobs: ({ db, now, simOperator, logger }: JobNeeds) =>
    simOperator
      ? [cardRefreshJob(db, simOperator, now, ({ message }) => logger.info(`the SIM operator: ${message}`))]
      : [],
  needs: cardNeeds,
};

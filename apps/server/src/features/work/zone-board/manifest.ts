import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Logger } from 'pino';
import type { FileStore } from '../../../platform/files/files.ts';
import { zoneBoardAnswers } from './zone-board-handlers.ts';
import { zonePaintJob } from './zone-painter-service.ts';
import { zoneNeeds } from './zone-needs.ts';

/** What this feature adds to the server. */
export const zoneBoard = {
  calls: () => zoneBoardAnswers,
  jobs: ({ logger, ...painter }: { db: Db; files: FileStore; now: Clock; logger: Logger }) => [
    zonePaintJob(painter, (error) =>
      logger.error({ err: error }, 'a report could not be painted onto its zones'),
    ),
  ],
  needs: zoneNeeds,
};

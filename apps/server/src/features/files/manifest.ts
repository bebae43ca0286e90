import type { Clock } from '../../platform/runtime/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { Previews } from '../maps/exchange/map-preview-service.ts';
import { fileAnswers } from './file-handlers.ts';
import { fileCleanupJob } from './file-garbage-collection-service.ts';

/** What this feature adds to the server. */
export const files = {
  calls: (needs: { previews: Previews }) => fileAnswers(needs),
  jobs: ({ db, files, now }: { db: Db; files: FileStore; now: Clock }) => [fileCleanupJob(db, files, now)],
};

import type { Db } from '../../../platform/db/db.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { deviceLogCleanupJob } from './device-log-cleanup-service.ts';
import { deviceLogAnswers } from './device-log-handlers.ts';
import { deviceLogTopics } from './device-log-topics.ts';
import { logCollectionAnswers } from './collection/log-collection-handlers.ts';
import { logCollectionJob } from './collection/log-collection-service.ts';
import { createLogDownloads } from './log-downloads.ts';
import { logStoreAnswers } from './log-store-handlers.ts';

interface CallNeeds {
  robots: Robots;
  vault: Pick<Vault, 'keyFor'>;
  now: Clock;
}

interface JobNeeds {
  db: Db;
  now: Clock;
  robots: Robots;
  logQuotaBytes: number;
}

/** What this feature adds to the server. */
export const deviceLogs = {
  calls: ({ robots, vault, now }: CallNeeds) => {
    const needs = { robots, downloads: createLogDownloads(vault, now) };
    return [...deviceLogAnswers(needs), ...logCollectionAnswers, ...logStoreAnswers(needs)];
  },
  topics: deviceLogTopics,
  jobs: ({ db, now, robots, logQuotaBytes }: JobNeeds) => [
    deviceLogCleanupJob(db, now, logQuotaBytes),
    logCollectionJob(db, robots, now),
  ],
};

import type { Db } from '../../../platform/db/db.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { shellAnswers } from './shell-handlers.ts';
import { shellExpiryJob } from './shell-expiry.ts';
import { shellTopics } from './shell-topics.ts';

/** What this feature adds to the server. */
export const deviceShells = {
  calls: ({ robots, vault }: { robots: Robots; vault: Vault }) => shellAnswers({ robots, vault }),
  topics: shellTopics,
  jobs: ({ db, bus, now }: { db: Db; bus: Bus; now: Clock }) => [shellExpiryJob({ db, bus, now })],
};

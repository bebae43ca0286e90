import type { Db } from '../../../platform/db/db.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { apiUserAnswers } from './api-user-handlers.ts';
import { apiUserWatchJob } from './api-user-watch.ts';

/** What this feature adds to the server. */
export const apiUsers = {
  calls: ({ vault }: { vault: Pick<Vault, 'seal'> }) => apiUserAnswers(vault),
  jobs: ({ db, bus, now }: { db: Db; bus: Bus; now: Clock }) => [apiUserWatchJob({ db, bus, now })],
};

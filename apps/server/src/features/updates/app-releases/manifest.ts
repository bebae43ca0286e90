import type { Db } from '../../../platform/db/db.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import type { RequestLimits } from '../../../platform/limits/request-limits.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { appCheckAnswers } from './app-check-handlers.ts';
import { appReleaseAnswers } from './app-release-handlers.ts';
import { appReleaseJob } from './app-release-service.ts';

interface Needs {
  vault: Pick<Vault, 'keyFor'>;
  now: Clock;
  limits: Pick<RequestLimits, 'createLimit'>;
}

/** What this feature adds to the server. */
export const appReleases = {
  calls: (needs: Needs) => [...appReleaseAnswers, ...appCheckAnswers(needs)],
  jobs: ({ db, now }: { db: Db; now: Clock }) => [appReleaseJob(db, now)],
};

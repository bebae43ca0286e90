import type { Db } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { otaPackageAnswers } from './package-handlers.ts';
import { packageReleaseJob } from './package-release-service.ts';
import type { ReleaseKeys } from './package-signature-service.ts';
import { otaWhitelistAnswers } from './whitelist-handlers.ts';

/** What this feature adds to the server. */
export const otaPackages = {
  calls: ({ releaseKeys }: { releaseKeys: ReleaseKeys }) => [
    ...otaPackageAnswers(releaseKeys),
    ...otaWhitelistAnswers,
  ],
  jobs: ({ db, now }: { db: Db; now: Clock }) => [packageReleaseJob(db, now)],
};

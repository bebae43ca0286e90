import type { Bus } from '../../../platform/socket/bus.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import { activationCodeAnswers } from './activation-code-handlers.ts';
import { expiryNoticeJob } from './expiry-notice-service.ts';

/** What this feature adds to the server. */
export const activationCodes = {
  calls: (needs: { vault: Vault }) => activationCodeAnswers(needs),
  jobs: ({ db, bus, now }: { db: Db; bus: Bus; now: Clock }) => [expiryNoticeJob(db, bus, now)],
};

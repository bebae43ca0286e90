import type { Db } from '../../../platform/db/db.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import { readAllowedTargets } from '../../../platform/http/outgoing-target.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { webhookDeliveryAnswers } from './delivery-handlers.ts';
import { webhookAnswers } from './webhook-handlers.ts';
import { webhookSendJob, type SendDeps } from './webhook-send-job.ts';

interface CallNeeds {
  vault: Pick<Vault, 'seal'>;
  webhookHosts: readonly string[];
}

interface JobNeeds {
  db: Db;
  bus: Bus;
  now: Clock;
  vault: Pick<Vault, 'open'>;
  logger: SendDeps['log'];
  webhookHosts: readonly string[];
}

/** What this feature adds to the server. */
export const webhooks = {
  calls: ({ vault, webhookHosts }: CallNeeds) => [
    ...webhookAnswers({ vault, allowed: readAllowedTargets(webhookHosts) }),
    ...webhookDeliveryAnswers,
  ],
  jobs: ({ logger, webhookHosts, ...needs }: JobNeeds) => [
    webhookSendJob({ ...needs, log: logger, request: { allowed: readAllowedTargets(webhookHosts) } }),
  ],
};

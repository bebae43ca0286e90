import type { Ctx } from '../../../platform/calls/ctx.ts';
import { runJobNow } from '../../../platform/jobs/jobs.ts';

/** Asks for a run of the sender once the transaction is committed. Without it the next run does the same a moment later. */
export const sendSoon = ({ db, services }: Pick<Ctx, 'db' | 'services'>): void =>
  db.afterCommit(() => services.bus.publish(runJobNow, { name: 'webhooks.send' }));

import { webhookDeliveries, webhookEndpoints } from '../../entities/api/webhook-table.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { companyIds } from '../people.ts';
import { apiUserBuilders } from './api-user-builders.ts';

type Insert = Partial<typeof webhookEndpoints.$inferInsert>;

/** Builders of webhooks and their deliveries. The secret of such a webhook cannot be opened: a test that sends makes it by the call. */
export function webhookBuilders(db: Db, now: Clock) {
  const { anApiUser } = apiUserBuilders(db, now);

  const aWebhook = async (overrides: Insert = {}) => {
    const companyId = overrides.companyId ?? companyIds.mall;
    const userId = overrides.userId ?? (await anApiUser({ companyId })).id;
    const at = now().toISOString();
    const made = { createdAt: at, createdBy: 'test', updatedAt: at, updatedBy: 'test' };
    const row = {
      companyId,
      userId,
      url: 'https://receiver.example/events',
      mode: 'SNAPSHOT' as const,
      events: ['alarm.raised' as const],
      secretSealed: 'sealed',
      ...made,
      ...overrides,
    };
    return await inScope(
      db,
      '*',
      async (tx) => (await tx.insert(webhookEndpoints).values(row).returning())[0]!,
    );
  };

  const aDelivery = async (overrides: { companyId?: string } = {}) => {
    const { id: endpointId, companyId } = await aWebhook(overrides);
    const row = {
      id: newId(),
      companyId,
      endpointId,
      eventId: newId(),
      at: now().toISOString(),
      name: 'alarm.raised' as const,
      state: 'FAILED' as const,
    };
    return await inScope(
      db,
      '*',
      async (tx) => (await tx.insert(webhookDeliveries).values(row).returning())[0]!,
    );
  };

  return { aWebhook, aDelivery };
}

import { webhookTest, type WebhookMode } from '@sweepline/contract';
import type { ApiEventRow } from '../../../entities/api/api-event-table.ts';
import type { WebhookDeliveryRow } from '../../../entities/api/webhook-table.ts';
import { openEventOf } from '../events/event-service.ts';

/** The body of an event. THIN leaves out the record. */
export function bodyOfEvent(row: ApiEventRow, mode: WebhookMode): string {
  const { data, ...event } = openEventOf(row);
  return JSON.stringify(mode === 'THIN' ? event : { ...event, data });
}

/** The body of a test event. It names no record and has no position. */
export const bodyOfTest = ({
  eventId,
  at,
  companyId,
}: Pick<WebhookDeliveryRow, 'eventId' | 'at' | 'companyId'>) =>
  JSON.stringify({ id: eventId, type: webhookTest, at, companyId });

/** The headers of an attempt. */
export const headersOf = (id: string, stamp: number, signature: string) => ({
  'content-type': 'application/json',
  'user-agent': 'Sweepline-Webhooks/1',
  'webhook-id': id,
  'webhook-timestamp': String(stamp),
  'webhook-signature': signature,
});

export {
  endWarningDays,
  quotaWarning,
  requestOutcomes,
  type ApiRequest,
  type ApiUsage,
} from './api-requests.ts';
export * from './api-user-values.ts';
export * from './api-users.ts';
export * from './open-event-names.ts';
export * from './open-events.ts';
export * from './open-problems.ts';
export * from './open-remedies.ts';
export * from './open-resources.ts';
export * from './webhook-deliveries.ts';
export * from './webhook-values.ts';
export * from './webhooks.ts';

import { apiUserCalls } from './api-users.ts';
import { apiEventCalls } from './open-events.ts';
import { webhookDeliveryCalls } from './webhook-deliveries.ts';
import { webhookCalls } from './webhooks.ts';

/** Calls about programs of customers that use the open API. The resources of `/open/v1` are in `open-resources.ts`. */
export const apiArea = {
  apiUsers: apiUserCalls,
  apiEvents: apiEventCalls,
  webhooks: webhookCalls,
  webhookDeliveries: webhookDeliveryCalls,
};

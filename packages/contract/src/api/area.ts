export * from './api-user-values.ts';
export * from './api-users.ts';
export * from './open-event-names.ts';
export * from './open-events.ts';
export * from './open-problems.ts';
export * from './open-resources.ts';

import { apiUserCalls } from './api-users.ts';
import { apiEventCalls } from './open-events.ts';

/** Calls about programs of customers that use the open API. The resources of `/open/v1` are in `open-resources.ts`. */
export const apiArea = {
  apiUsers: apiUserCalls,
  apiEvents: apiEventCalls,
};

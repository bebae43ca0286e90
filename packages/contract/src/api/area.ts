export * from './api-user-values.ts';
export * from './api-users.ts';
export * from './open-problems.ts';
export * from './open-resources.ts';

import { apiUserCalls } from './api-users.ts';

/** Calls about programs of customers that use the open API. The resources of `/open/v1` are in `open-resources.ts`. */
export const apiArea = {
  apiUsers: apiUserCalls,
};

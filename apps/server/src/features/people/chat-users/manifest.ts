import type { RequestLimits } from '../../../platform/limits/request-limits.ts';
import { chatUserAnswers } from './chat-user-handlers.ts';

/** What this feature adds to the server. */
export const chatUsers = {
  calls: ({ limits: { attempts } }: { limits: Pick<RequestLimits, 'attempts'> }) =>
    chatUserAnswers({ attempts }),
};

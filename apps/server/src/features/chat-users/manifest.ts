import type { Clock } from '../../platform/runtime/clock.ts';
import { throttle } from '../../platform/limits/rates/throttle.ts';
import { chatUserAnswers, linkGuesses } from './chat-user-handlers.ts';

/** What this feature adds to the server. */
export const chatUsers = {
  calls: ({ now }: { now: Clock }) => chatUserAnswers({ guesses: throttle(now, linkGuesses) }),
};

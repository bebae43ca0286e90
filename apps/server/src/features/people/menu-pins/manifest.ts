import { menuPinAnswers } from './menu-pin-handlers.ts';

/** What this feature adds to the server. */
export const menuPins = {
  calls: () => menuPinAnswers,
};

import { deviceResaleAnswers } from './resale-handlers.ts';
import { deviceStockAnswers } from './stock-handlers.ts';

/** What this feature adds to the server. */
export const deviceStock = {
  calls: () => [...deviceStockAnswers, ...deviceResaleAnswers],
};

import { deviceResaleAnswers } from './resale-handlers.ts';
import { deviceStockAnswers } from './stock-handlers.ts';
import { resaleNeeds } from './resale-needs.ts';

/** What this feature adds to the server. */
export const deviceStock = {
  calls: () => [...deviceStockAnswers, ...deviceResaleAnswers],
  needs: resaleNeeds,
};

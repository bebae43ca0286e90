import { workOrderFigureAnswers } from './work-order-figure-handlers.ts';

/** What this feature adds to the server. */
export const workOrderFigures = {
  calls: () => workOrderFigureAnswers,
};

import { assistAnswers } from '../features/assists/assist-handlers.ts';
import { mapLayerAnswers } from '../features/map-layers/map-layer-handlers.ts';
import { subscriptionAnswers } from '../features/report-subscriptions/subscription-handlers.ts';
import { statisticsAnswers } from '../features/statistics/statistics-handlers.ts';
import { zoneBoardAnswers } from '../features/zone-board/zone-board-handlers.ts';
import type { Answers } from '../platform/calls/calls.ts';

/** Calls about statistics over many runs. */
export const insightAnswers = (needs: Parameters<typeof subscriptionAnswers>[0]): Answers => [
  ...statisticsAnswers,
  ...zoneBoardAnswers,
  ...mapLayerAnswers,
  ...assistAnswers,
  ...subscriptionAnswers(needs),
];

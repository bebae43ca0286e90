export * from './board-figures.ts';
export * from './board-kinds.ts';
export * from './board-layouts.ts';
export * from './board-values.ts';
export * from './getting-started.ts';
export * from './need-values.ts';
export * from './needs.ts';
export * from './screen-view.ts';
export * from './screens.ts';
export * from './places.ts';
export * from './statistics.ts';

import { boardFigureCalls } from './board-figures.ts';
import { boardKindCalls } from './board-kinds.ts';
import { boardLayoutCalls } from './board-layouts.ts';
import { gettingStartedCalls } from './getting-started.ts';
import { needCalls } from './needs.ts';
import { screenCalls } from './screens.ts';
import { statisticsCalls } from './statistics.ts';

/** Calls about what waits for a person, statistics, boards and large screens. */
export const figureArea = {
  statistics: statisticsCalls,
  boardFigures: boardFigureCalls,
  boardKinds: boardKindCalls,
  boardLayouts: boardLayoutCalls,
  gettingStarted: gettingStartedCalls,
  needs: needCalls,
  screens: screenCalls,
};

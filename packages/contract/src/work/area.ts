export * from './assists.ts';
export * from './board-figures.ts';
export * from './board-kinds.ts';
export * from './board-layouts.ts';
export * from './board-values.ts';
export * from './calendar.ts';
export * from './needs.ts';
export * from './report-documents.ts';
export * from './report-figures.ts';
export * from './report-shares.ts';
export * from './report-subscriptions.ts';
export * from './schedule-times.ts';
export * from './schedules.ts';
export * from './site-targets.ts';
export * from './screen-view.ts';
export * from './screens.ts';
export * from './statistics.ts';
export * from './task-reports.ts';
export * from './tasks.ts';
export * from './zone-board.ts';

import { assistCalls } from './assists.ts';
import { boardFigureCalls } from './board-figures.ts';
import { boardKindCalls } from './board-kinds.ts';
import { boardLayoutCalls } from './board-layouts.ts';
import { calendarCalls } from './calendar.ts';
import { needCalls } from './needs.ts';
import { reportDocumentCalls } from './report-documents.ts';
import { reportFigureCalls } from './report-figures.ts';
import { reportShareCalls } from './report-shares.ts';
import { subscriptionCalls } from './report-subscriptions.ts';
import { holidayCalls, scheduleCalls } from './schedules.ts';
import { siteTargetCalls } from './site-targets.ts';
import { screenCalls } from './screens.ts';
import { statisticsCalls } from './statistics.ts';
import { reportCalls } from './task-reports.ts';
import { runCalls, taskCalls, taskTemplateCalls } from './tasks.ts';
import { zoneBoardCalls } from './zone-board.ts';

/** Calls about tasks, schedules, runs, reports and statistics. */
export const workArea = {
  tasks: taskCalls,
  runs: runCalls,
  taskTemplates: taskTemplateCalls,
  schedules: scheduleCalls,
  holidays: holidayCalls,
  calendar: calendarCalls,
  taskReports: reportCalls,
  statistics: statisticsCalls,
  boardFigures: boardFigureCalls,
  boardKinds: boardKindCalls,
  boardLayouts: boardLayoutCalls,
  siteTargets: siteTargetCalls,
  needs: needCalls,
  zoneBoard: zoneBoardCalls,
  assists: assistCalls,
  subscriptions: subscriptionCalls,
  reportFigures: reportFigureCalls,
  reportDocuments: reportDocumentCalls,
  reportShares: reportShareCalls,
  screens: screenCalls,
};

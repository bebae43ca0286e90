export * from './calendar.ts';
export * from './report-documents.ts';
export * from './report-figures.ts';
export * from './report-shares.ts';
export * from '../figures/report-subscriptions.ts';
export * from './schedule-times.ts';
export * from './schedules.ts';
export * from './task-reports.ts';
export * from './tasks.ts';

import { calendarCalls } from './calendar.ts';
import { reportDocumentCalls } from './report-documents.ts';
import { reportFigureCalls } from './report-figures.ts';
import { reportShareCalls } from './report-shares.ts';
import { subscriptionCalls } from '../figures/report-subscriptions.ts';
import { holidayCalls, scheduleCalls } from './schedules.ts';
import { reportCalls } from './task-reports.ts';
import { runCalls, taskCalls, taskTemplateCalls } from './tasks.ts';

/** Calls about tasks, schedules, runs and reports. */
export const workArea = {
  tasks: taskCalls,
  runs: runCalls,
  taskTemplates: taskTemplateCalls,
  schedules: scheduleCalls,
  holidays: holidayCalls,
  calendar: calendarCalls,
  taskReports: reportCalls,
  subscriptions: subscriptionCalls,
  reportFigures: reportFigureCalls,
  reportDocuments: reportDocumentCalls,
  reportShares: reportShareCalls,
};

export * from './assists.ts';
export * from './board/board-figures.ts';
export * from './board/board-kinds.ts';
export * from './board/board-layouts.ts';
export * from './board/board-values.ts';
export * from './calendar.ts';
export * from './board/needs.ts';
export * from './report-documents.ts';
export * from './report-figures.ts';
export * from './report-shares.ts';
export * from './report-subscriptions.ts';
export * from './schedule-times.ts';
export * from './schedules.ts';
export * from './board/site-targets.ts';
export * from './board/screen-view.ts';
export * from './board/screens.ts';
export * from './board/statistics.ts';
export * from './task-reports.ts';
export * from './tasks.ts';
export * from './zone-board.ts';
export * from './orders/fault-report-values.ts';
export * from './orders/fault-reports.ts';
export * from './maintenance/maintenance-parts.ts';
export * from './maintenance/maintenance-plan-entry.ts';
export * from './maintenance/maintenance-plans.ts';
export * from './maintenance/maintenance-records.ts';
export * from './maintenance/maintenance-values.ts';
export * from './orders/checklist-values.ts';
export * from './orders/checklists.ts';
export * from './orders/spare-parts.ts';
export * from './orders/service-levels.ts';
export * from './orders/work-order-acts.ts';
export * from './orders/work-order-entry.ts';
export * from './orders/work-order-pictures.ts';
export * from './orders/work-order-figures.ts';
export * from './orders/work-order-evidence.ts';
export * from './orders/work-order-values.ts';
export * from './orders/work-order-work.ts';
export * from './orders/work-orders.ts';

import { assistCalls } from './assists.ts';
import { boardFigureCalls } from './board/board-figures.ts';
import { boardKindCalls } from './board/board-kinds.ts';
import { boardLayoutCalls } from './board/board-layouts.ts';
import { calendarCalls } from './calendar.ts';
import { needCalls } from './board/needs.ts';
import { reportDocumentCalls } from './report-documents.ts';
import { reportFigureCalls } from './report-figures.ts';
import { reportShareCalls } from './report-shares.ts';
import { subscriptionCalls } from './report-subscriptions.ts';
import { holidayCalls, scheduleCalls } from './schedules.ts';
import { siteTargetCalls } from './board/site-targets.ts';
import { screenCalls } from './board/screens.ts';
import { statisticsCalls } from './board/statistics.ts';
import { reportCalls } from './task-reports.ts';
import { runCalls, taskCalls, taskTemplateCalls } from './tasks.ts';
import { zoneBoardCalls } from './zone-board.ts';
import { faultCodeCalls, faultReportCalls } from './orders/fault-reports.ts';
import { maintenancePartCalls } from './maintenance/maintenance-parts.ts';
import { maintenancePlanCalls } from './maintenance/maintenance-plans.ts';
import { maintenanceRecordCalls } from './maintenance/maintenance-records.ts';
import { checklistCalls } from './orders/checklists.ts';
import { sparePartCalls } from './orders/spare-parts.ts';
import { serviceLevelCalls } from './orders/service-levels.ts';
import { workOrderActCalls } from './orders/work-order-acts.ts';
import { workOrderPictureCalls } from './orders/work-order-pictures.ts';
import { workOrderWorkCalls } from './orders/work-order-work.ts';
import { workOrderFigureCalls } from './orders/work-order-figures.ts';
import { workOrderEvidenceCalls } from './orders/work-order-evidence.ts';
import { workOrderCalls } from './orders/work-orders.ts';

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
  workOrders: workOrderCalls,
  workOrderActs: workOrderActCalls,
  faultCodes: faultCodeCalls,
  faultReports: faultReportCalls,
  maintenancePlans: maintenancePlanCalls,
  maintenanceRecords: maintenanceRecordCalls,
  maintenanceParts: maintenancePartCalls,
  workOrderPictures: workOrderPictureCalls,
  workOrderWork: workOrderWorkCalls,
  checklists: checklistCalls,
  spareParts: sparePartCalls,
  serviceLevels: serviceLevelCalls,
  workOrderFigures: workOrderFigureCalls,
  workOrderEvidence: workOrderEvidenceCalls,
};

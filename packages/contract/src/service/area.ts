export * from './orders/fault-report-values.ts';
export * from './orders/fault-reports.ts';
export * from './maintenance/maintenance-parts.ts';
export * from './maintenance/maintenance-plan-entry.ts';
export * from './maintenance/maintenance-plans.ts';
export * from './maintenance/maintenance-records.ts';
export * from './maintenance/maintenance-values.ts';
export * from './orders/checklist-values.ts';
export * from './orders/checklists.ts';
export * from './orders/service-levels.ts';
export * from './orders/work-order-acts.ts';
export * from './orders/work-order-entry.ts';
export * from './orders/work-order-pictures.ts';
export * from './orders/work-order-figures.ts';
export * from './orders/work-order-number.ts';
export * from './orders/work-order-evidence.ts';
export * from './orders/work-order-values.ts';
export * from './orders/work-order-work.ts';
export * from './orders/work-orders.ts';

import { faultCodeCalls, faultReportCalls } from './orders/fault-reports.ts';
import { maintenancePartCalls } from './maintenance/maintenance-parts.ts';
import { maintenancePlanCalls } from './maintenance/maintenance-plans.ts';
import { maintenanceRecordCalls } from './maintenance/maintenance-records.ts';
import { checklistCalls } from './orders/checklists.ts';
import { serviceLevelCalls } from './orders/service-levels.ts';
import { workOrderActCalls } from './orders/work-order-acts.ts';
import { workOrderPictureCalls } from './orders/work-order-pictures.ts';
import { workOrderWorkCalls } from './orders/work-order-work.ts';
import { workOrderFigureCalls } from './orders/work-order-figures.ts';
import { workOrderEvidenceCalls } from './orders/work-order-evidence.ts';
import { workOrderCalls } from './orders/work-orders.ts';

/** Calls about work orders, maintenance and fault reports. */
export const serviceArea = {
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
  serviceLevels: serviceLevelCalls,
  workOrderFigures: workOrderFigureCalls,
  workOrderEvidence: workOrderEvidenceCalls,
};

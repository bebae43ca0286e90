/** What was done to a robot. */
export const maintenanceTypes = [
  'REPAIR',
  'REPLACEMENT',
  'INSPECTION',
  'CLEANING',
  'CALIBRATION',
  'UPDATE',
] as const;
export type MaintenanceType = (typeof maintenanceTypes)[number];

export const maintenanceStates = ['PLANNED', 'DONE', 'SKIPPED'] as const;
export type MaintenanceState = (typeof maintenanceStates)[number];

/** What wrote a record: a person, a work order, the reset of a part, or a new software version. */
export const maintenanceSources = ['PERSON', 'ORDER', 'RESET', 'UPDATE'] as const;
export type MaintenanceSource = (typeof maintenanceSources)[number];

/**
 * Meters of a plan: days since the last time, hours, kilometres, square metres and runs of work, the remaining percent of a part, or
 * days until its forecast end. The first one reached makes it due.
 */
export const planTriggerKinds = [
  'DAYS',
  'HOURS',
  'DISTANCE_KM',
  'AREA_M2',
  'RUNS',
  'PART_PERCENT',
  'PART_DAYS',
] as const;
export type PlanTriggerKind = (typeof planTriggerKinds)[number];

/** The triggers that count work since the last time. */
export const meterKinds = ['HOURS', 'DISTANCE_KM', 'AREA_M2', 'RUNS'] as const;
export type MeterKind = (typeof meterKinds)[number];

/** The smallest and largest value of a trigger. */
export const triggerLimits: Record<PlanTriggerKind, { min: number; max: number }> = {
  DAYS: { min: 1, max: 3_650 },
  HOURS: { min: 1, max: 100_000 },
  DISTANCE_KM: { min: 1, max: 1_000_000 },
  AREA_M2: { min: 100, max: 100_000_000 },
  RUNS: { min: 1, max: 100_000 },
  PART_PERCENT: { min: 1, max: 99 },
  PART_DAYS: { min: 0, max: 365 },
};
export const isPartTrigger = (kind: PlanTriggerKind): boolean =>
  kind === 'PART_PERCENT' || kind === 'PART_DAYS';

/** FLOATING counts from the completion, FIXED from the planned moment. */
export const planAnchors = ['FLOATING', 'FIXED'] as const;
export type PlanAnchor = (typeof planAnchors)[number];

/** Where a robot stands with a plan. UNKNOWN: nothing it reported allows a forecast. */
export const dueStates = ['OVERDUE', 'SOON', 'LATER', 'UNKNOWN'] as const;
export type DueState = (typeof dueStates)[number];

/** Days before the due moment from which it is shown as due soon, if the plan has a shorter lead. */
export const dueSoonDays = 14;

export const maintenanceLimits = {
  triggers: 8,
  targets: 200,
  leadDays: 90,
  parts: 20,
  content: 2_000,
  reason: 300,
  previewed: 50,
} as const;

/** Spans of the forecast of parts, in days. */
export const partSpans = [30, 60, 90] as const;

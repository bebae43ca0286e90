import { z } from 'zod';
import { calls, moment } from '../../grammar/call.ts';
import { permissions } from '../../grammar/permissions.ts';
import { timeZone } from '../../grammar/time-zone.ts';

export const maxFigureDays = 366;
/** A fault of the same robot and code within these days after a repair is a repeat. */
export const repeatDays = 30;
export const maxFigureRows = 50;

export const figureGroups = ['none', 'code', 'model', 'site', 'company', 'person'] as const;
export type FigureGroup = (typeof figureGroups)[number];
export const figureSteps = ['week', 'month'] as const;

/** Seconds over the orders in which both moments are known; null without one. */
const time = z.object({
  orders: z.number().int(),
  mean: z.number().nullable(),
  median: z.number().nullable(),
  p90: z.number().nullable(),
});
export type FigureTime = z.infer<typeof time>;

/** A share of orders, 0–1; null without an order that could have met it. */
const share = z.object({ met: z.number().int(), of: z.number().int(), share: z.number().nullable() });
export type FigureShare = z.infer<typeof share>;

/** Figures over the orders that were submitted in the period. */
const figures = z.object({
  orders: z.number().int(),
  open: z.number().int(),
  resolved: z.number().int(),
  /** The service level was missed, or is missed now; the same rule as the filter of the list. */
  late: z.number().int(),
  /** Submission until the first answer. */
  respond: time,
  /** Submission until the first dispatch. */
  dispatch: time,
  /** MTTR: submission until resolution of repaired faults, without the time they waited or were resolved in between. */
  repair: time,
  /** Faults of robots that were not withdrawn, duplicates or no fault. */
  faults: z.number().int(),
  robotDays: z.number().nullable(),
  /** MTBF: days that robots were activated per fault; null without a fault, and for a person. */
  daysBetweenFaults: z.number().nullable(),
  /** Repaired faults that were fixed, not reopened, verified or not refuted, and did not come back within `repeatDays`. */
  firstTimeFix: share,
  /** Repaired faults that came back within `repeatDays`: `met` counts the repeats. */
  repeated: share,
  /** Orders with a service level that are resolved or late; `met` are not late. */
  withinLevel: share,
  rating: z.object({ count: z.number().int(), mean: z.number().nullable() }),
});
export type WorkOrderFigures = z.infer<typeof figures>;

const row = figures.extend({
  /** Code, model or id; null for orders without one, and for people whom the reader does not see. */
  key: z.string().nullable(),
  name: z.string(),
});
export type WorkOrderFigureRow = z.infer<typeof row>;

const report = z.object({
  total: figures,
  /** The groups with the most orders. */
  rows: z.array(row),
  /** Steps of the period with orders, by their first day. */
  /** Every week or month of the period up to the present one; none if the period has no orders. */
  trend: z.array(figures.extend({ day: z.string() })),
});
export type WorkOrderFigureReport = z.infer<typeof report>;

export const workOrderFigureCalls = calls('workOrders', {
  figures: {
    method: 'POST',
    path: 'service/workOrder/figures',
    allow: permissions.workOrders,
    reads: true,
    input: z.strictObject({
      from: moment,
      to: moment,
      companyId: z.uuid().optional(),
      siteId: z.uuid().optional(),
      by: z.enum(figureGroups).default('none'),
      step: z.enum(figureSteps).default('month'),
      /** Of the steps. */
      timezone: timeZone.default('UTC'),
    }),
    output: report,
  },
});

import { z } from 'zod';
import { moment } from '../../grammar/call.ts';
import { deviceModels } from '../../devices/device-life.ts';
import { workOrderLevels } from '../orders/work-order-values.ts';
import {
  dueStates,
  isPartTrigger,
  maintenanceTypes,
  planAnchors,
  planTriggerKinds,
  triggerLimits,
} from './maintenance-values.ts';
import { orderIdentity } from '../orders/work-order-number.ts';

/** One condition of a plan. `part` names the consumable of the triggers that watch one. */
export const planTrigger = z
  .strictObject({
    kind: z.enum(planTriggerKinds),
    value: z.number().int(),
    part: z.string().min(1).max(64).nullable().default(null),
  })
  .superRefine(({ kind, value, part }, ctx) => {
    const { min, max } = triggerLimits[kind];
    if (value < min || value > max)
      ctx.addIssue({ code: 'custom', path: ['value'], message: 'BETWEEN', params: { min, max } });
    if (isPartTrigger(kind) !== (part !== null))
      ctx.addIssue({ code: 'custom', path: ['part'], message: 'TRIGGER_PART' });
  });
export type PlanTrigger = z.infer<typeof planTrigger>;

const named = z.object({ id: z.string(), name: z.string() });

export const maintenancePlan = z.object({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  name: z.string(),
  type: z.enum(maintenanceTypes),
  work: z.string(),
  triggers: z.array(
    z.object({ kind: z.enum(planTriggerKinds), value: z.number(), part: z.string().nullable() }),
  ),
  anchor: z.enum(planAnchors),
  models: z.array(z.enum(deviceModels)),
  /** Without those that the reader does not see. */
  groups: z.array(named),
  sites: z.array(named),
  devices: z.array(named),
  templateId: z.string().nullable(),
  level: z.enum(workOrderLevels),
  leadDays: z.number().int(),
  active: z.boolean(),
  /** Robots of the plan by state, as far as the reader sees them. */
  robots: z.number().int(),
  overdue: z.number().int(),
  soon: z.number().int(),
  nextDueAt: moment.nullable(),
  version: z.number().int(),
  updatedAt: moment,
  updatedBy: z.string(),
});
export type MaintenancePlan = z.infer<typeof maintenancePlan>;

const robot = z.object({ id: z.string(), name: z.string(), sn: z.string(), model: z.string() });
/** The trigger that is reached first: its value, and how much of it is used up. Null parts of an unknown. */
const dueReason = z.object({
  kind: z.enum(planTriggerKinds),
  value: z.number(),
  part: z.string().nullable(),
  /** Used since the last time; the remaining percent of a part; days until its end. */
  present: z.number().nullable(),
});
export type DueReason = z.infer<typeof dueReason>;

/** One robot of a plan. */
export const maintenanceDue = z.object({
  id: z.string(),
  planId: z.string(),
  planName: z.string(),
  device: robot,
  site: named.nullable(),
  companyName: z.string(),
  state: z.enum(dueStates),
  /** Null while nothing reported allows a forecast. */
  dueAt: moment.nullable(),
  reason: dueReason.nullable(),
  /** The meters count from here. */
  since: moment,
  /** Null until the first look at the meters. */
  checkedAt: moment.nullable(),
  order: z.object({ id: z.string(), ...orderIdentity }).nullable(),
});
export type MaintenanceDue = z.infer<typeof maintenanceDue>;

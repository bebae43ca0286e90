import { z } from 'zod';
import { byId, calls, moment, nothing } from '../../grammar/call.ts';
import { keyword, listInput, listOf, sortBy } from '../../grammar/list.ts';
import { permissions } from '../../grammar/permissions.ts';
import { because } from '../../grammar/reasons/because.ts';
import { deviceModels } from '../../devices/device-life.ts';
import { workOrderLevels } from '../orders/work-order-values.ts';
import {
  dueStates,
  maintenanceLimits as limits,
  maintenanceTypes,
  planAnchors,
} from './maintenance-values.ts';
import { maintenanceDue, maintenancePlan, planTrigger } from './maintenance-plan-entry.ts';

const ids = z.array(z.uuid()).max(limits.targets).default([]);

const planFields = {
  name: z.string().trim().min(1).max(100),
  /** The kind of work, as in the record of it. */
  type: z.enum(maintenanceTypes),
  /** What is to be done; the description of the work orders. */
  work: z.string().trim().min(1).max(limits.content),
  triggers: z
    .array(planTrigger)
    .min(1, because('PLAN_NEEDS_TRIGGER'))
    .max(limits.triggers)
    .refine(
      (list) => new Set(list.map(({ kind, part }) => `${kind} ${part}`)).size === list.length,
      because('DUPLICATE_ENTRY'),
    ),
  anchor: z.enum(planAnchors).default('FLOATING'),
  models: z.array(z.enum(deviceModels)).max(deviceModels.length).default([]),
  groupIds: ids,
  siteIds: ids,
  deviceIds: ids,
  /** The checklist of the work orders. */
  templateId: z.uuid().nullable().default(null),
  level: z.enum(workOrderLevels).default('GENERAL'),
  /** The work order is made this many days before the due moment. */
  leadDays: z.number().int().min(0).max(limits.leadDays).default(7),
  active: z.boolean().default(true),
};
const path = 'service/maintenance/plan';
const { maintenancePlans: allow, maintenancePlanChange: manage } = permissions;

export const maintenancePlanCalls = calls('maintenancePlans', {
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow,
    reads: true,
    input: listInput({
      keyword,
      active: z.boolean().optional(),
      type: z.array(z.enum(maintenanceTypes)).max(maintenanceTypes.length).optional(),
      companyId: z.uuid().optional(),
      deviceId: z.uuid().optional(),
      sort: sortBy('name', 'updatedAt').optional(),
    }),
    output: listOf(maintenancePlan),
  },
  detail: {
    method: 'POST',
    path: `${path}/detail`,
    allow,
    reads: true,
    input: byId,
    output: maintenancePlan,
  },
  add: {
    method: 'POST',
    path: `${path}/add`,
    allow: manage,
    /** Of the caller's company, or of one below it. */
    input: z.strictObject({ companyId: z.uuid().optional(), ...planFields }),
    output: maintenancePlan,
  },
  update: {
    method: 'POST',
    path: `${path}/update`,
    allow: manage,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), ...planFields }),
    output: maintenancePlan,
  },
  /** Its records and work orders stay. */
  remove: { method: 'POST', path: `${path}/delete`, allow: manage, input: byId, output: nothing },
  /** When each robot would be due, before the plan is saved. `id` names the plan that is edited. */
  preview: {
    method: 'POST',
    path: `${path}/preview`,
    allow: manage,
    reads: true,
    input: z.strictObject({
      id: z.uuid().optional(),
      triggers: planFields.triggers,
      models: planFields.models,
      groupIds: ids,
      siteIds: ids,
      deviceIds: ids,
      leadDays: planFields.leadDays,
    }),
    output: z.object({
      /** All robots of the plan; the list has the first ones only. */
      total: z.number().int(),
      list: z.array(
        maintenanceDue.pick({ device: true, site: true, state: true, dueAt: true, reason: true }),
      ),
    }),
  },
  /** The robots of plans, the earliest due first. */
  dues: {
    method: 'POST',
    path: `${path}/due/queryWithPage`,
    allow,
    reads: true,
    input: listInput({
      planId: z.uuid().optional(),
      deviceId: z.uuid().optional(),
      siteId: z.uuid().optional(),
      companyId: z.uuid().optional(),
      state: z.array(z.enum(dueStates)).max(dueStates.length).optional(),
      /** Due in this period. */
      from: moment.optional(),
      to: moment.optional(),
    }),
    output: listOf(maintenanceDue),
  },
  /** Leaves one time out; the meters of the plan count from then on. An open work order of it is withdrawn. */
  skip: {
    method: 'POST',
    path: `${path}/due/skip`,
    allow: manage,
    input: z.strictObject({ id: z.uuid(), reason: z.string().trim().min(1).max(limits.reason) }),
    output: maintenanceDue,
  },
});

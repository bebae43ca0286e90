import { z } from 'zod';
import { byId, calls, moment } from '../../grammar/call.ts';
import { keyword, listInput, listOf, sortBy } from '../../grammar/list.ts';
import { permissions } from '../../grammar/permissions.ts';
import { because } from '../../grammar/reasons/because.ts';
import { workOrder, workOrderDetail, workOrderFilters } from './work-order-entry.ts';
import { orderIdentity } from './work-order-number.ts';
import {
  faultTypes,
  maxDescription,
  workOrderLevels,
  workOrderStates,
  workOrderTypes,
} from './work-order-values.ts';

const path = 'service/workOrder';
const allow = permissions.workOrders;

const name = z.string().trim().min(1).max(100);
const markup = /<[^<>]*>|&#?\w+;/g;
/** Words with at least one letter or digit: punctuation says nothing, nor does the markup of an empty paragraph. */
const description = z
  .string()
  .trim()
  .max(maxDescription)
  .refine((text) => /[\p{L}\p{N}]/u.test(text.replaceAll(markup, '')), because('DESCRIPTION_SAYS_NOTHING'));

/** An account to which an order can be dispatched. */
const technician = z.object({
  id: z.string(),
  name: z.string(),
  companyName: z.string(),
  phone: z.string(),
  /** Works on orders and dispatches none, unlike an administrator. */
  isTechnician: z.boolean(),
  openOrders: z.number().int(),
  /** How often the account resolved an order of this robot. */
  fixedHere: z.number().int(),
  /** How often the account repaired this kind of fault on this model in the last year. */
  sameFault: z.number().int(),
  /** From the site of the order to the nearest site where the account has an open order; null if unknown. */
  distanceM: z.number().nullable(),
  /** Technical support of the provider, linked to the company. */
  isLinkedFae: z.boolean(),
});
export type Technician = z.infer<typeof technician>;

/** What a new order would contain for an alarm. */
const proposal = z.object({
  /** The open order of this robot and code; a second one is not made. */
  open: z.object({ id: z.string(), ...orderIdentity }).nullable(),
  type: z.enum(workOrderTypes),
  level: z.enum(workOrderLevels),
  faultType: z.enum(faultTypes),
  /** The settings of the code suggest an order, and the alarm still stands without one. */
  isSuggested: z.boolean(),
});

export const workOrderCalls = calls('workOrders', {
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow,
    reads: true,
    input: listInput({
      ...workOrderFilters,
      from: moment.optional(),
      to: moment.optional(),
      sort: sortBy(
        'submittedAt',
        'updatedAt',
        'resolvedAt',
        'resolveBy',
        'appointment',
        'level',
        'number',
      ).optional(),
    }),
    output: listOf(workOrder),
  },
  /** The orders in numbers; the filter of states does not apply. */
  summary: {
    method: 'POST',
    path: `${path}/summary`,
    allow,
    reads: true,
    input: z.strictObject({ ...workOrderFilters, from: moment.optional(), to: moment.optional() }),
    output: z.object({
      states: z.array(z.object({ state: z.enum(workOrderStates), count: z.number().int() })),
      waiting: z.number().int(),
      late: z.number().int(),
      mine: z.number().int(),
      /** Resolved, and the robot has not shown yet whether the fix held. */
      unverified: z.number().int(),
    }),
  },
  detail: {
    method: 'POST',
    path: `${path}/detail`,
    allow,
    reads: true,
    input: byId,
    output: workOrderDetail,
  },
  propose: {
    method: 'POST',
    path: `${path}/propose`,
    allow: permissions.orderCreate,
    reads: true,
    input: z.strictObject({ alarmId: z.uuid() }),
    output: proposal,
  },
  /** From an alarm, it leads to the open order of the same robot and code if there is one. */
  add: {
    method: 'POST',
    path: `${path}/add`,
    allow: permissions.orderCreate,
    input: z.strictObject({
      name,
      type: z.enum(workOrderTypes),
      level: z.enum(workOrderLevels),
      faultType: z.enum(faultTypes).default('OTHER'),
      description,
      deviceId: z.uuid().nullable().default(null),
      alarmId: z.uuid().nullable().default(null),
      /** For an order without a robot. */
      companyId: z.uuid().optional(),
      siteId: z.uuid().nullable().default(null),
      contactName: z.string().trim().max(60).default(''),
      contactNumber: z.string().trim().max(40).default(''),
    }),
    output: workOrderDetail.extend({ isNew: z.boolean() }),
  },
  /** Fields that are left out stay as they are. */
  update: {
    method: 'POST',
    path: `${path}/update`,
    allow: permissions.orderUpdate,
    input: z.strictObject({
      id: z.uuid(),
      version: z.number().int(),
      name: name.optional(),
      type: z.enum(workOrderTypes).optional(),
      level: z.enum(workOrderLevels).optional(),
      faultType: z.enum(faultTypes).optional(),
      description: description.optional(),
      contactName: z.string().trim().max(60).optional(),
      contactNumber: z.string().trim().max(40).optional(),
    }),
    output: workOrderDetail,
  },
  /** Accounts of the company of the order or above that work on orders, the best choice first. A keyword finds also those not in service. */
  technicians: {
    method: 'POST',
    path: `${path}/technicians`,
    allow: permissions.orderDispatch,
    reads: true,
    input: listInput({ id: z.uuid(), keyword }),
    output: listOf(technician),
  },
  /** At most a month of submissions, newest first, as CSV. */
  export: {
    method: 'POST',
    path: `${path}/export`,
    kind: 'bytes',
    allow: permissions.orderExport,
    reads: true,
    input: z.strictObject({ ...workOrderFilters, from: moment, to: moment }),
    output: z.unknown(),
  },
});

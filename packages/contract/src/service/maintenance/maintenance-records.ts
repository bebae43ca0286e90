import { z } from 'zod';
import { calls, moment } from '../../grammar/call.ts';
import { keyword, listInput, listOf, sortBy } from '../../grammar/list.ts';
import { permissions } from '../../grammar/permissions.ts';
import {
  maintenanceLimits as limits,
  maintenanceSources,
  maintenanceStates,
  maintenanceTypes,
} from './maintenance-values.ts';
import { orderIdentity } from '../orders/work-order-number.ts';

export const usedPart = z.strictObject({
  name: z.string().trim().min(1).max(100),
  number: z.string().trim().max(60).default(''),
  quantity: z.number().int().min(1).max(1_000),
});
export type RecordPart = z.infer<typeof usedPart>;

export const maintenanceRecord = z.object({
  id: z.string(),
  at: moment,
  type: z.enum(maintenanceTypes),
  state: z.enum(maintenanceStates),
  source: z.enum(maintenanceSources),
  content: z.string(),
  device: z.object({ id: z.string(), name: z.string(), sn: z.string(), model: z.string() }),
  site: z.object({ id: z.string(), name: z.string() }).nullable(),
  companyName: z.string(),
  order: z.object({ id: z.string(), ...orderIdentity }).nullable(),
  parts: z.array(usedPart),
  /** Of RESET: `part`. Of UPDATE: each part with its versions before and after. */
  details: z.record(z.string(), z.string()),
  /** Null for the server itself, and after the robot went to another company; the name of an unseen account is null. */
  by: z.object({ name: z.string().nullable(), mine: z.boolean() }).nullable(),
  version: z.number().int(),
  updatedAt: moment,
});
export type MaintenanceRecord = z.infer<typeof maintenanceRecord>;

const filters = {
  keyword,
  type: z.array(z.enum(maintenanceTypes)).max(maintenanceTypes.length).optional(),
  state: z.array(z.enum(maintenanceStates)).max(maintenanceStates.length).optional(),
  source: z.array(z.enum(maintenanceSources)).max(maintenanceSources.length).optional(),
  companyId: z.uuid().optional(),
  siteId: z.uuid().optional(),
  deviceId: z.uuid().optional(),
};

const fields = {
  at: moment,
  type: z.enum(maintenanceTypes),
  state: z.enum(maintenanceStates).default('DONE'),
  content: z.string().trim().min(1).max(limits.content),
  parts: z.array(usedPart).max(limits.parts).default([]),
};

const path = 'service/maintenance/record';
const { maintenanceRecords: allow, maintenanceRecordChange: manage } = permissions;

export const maintenanceRecordCalls = calls('maintenanceRecords', {
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow,
    reads: true,
    input: listInput({
      ...filters,
      from: moment.optional(),
      to: moment.optional(),
      sort: sortBy('at', 'updatedAt').optional(),
    }),
    output: listOf(maintenanceRecord),
  },
  /** Also for a past day. DONE and SKIPPED are not in the future. */
  add: {
    method: 'POST',
    path: `${path}/add`,
    allow: manage,
    input: z.strictObject({ deviceId: z.uuid(), orderId: z.uuid().nullable().default(null), ...fields }),
    output: maintenanceRecord,
  },
  /** Records of people only: the others are a proof of what happened. */
  update: {
    method: 'POST',
    path: `${path}/update`,
    allow: manage,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), ...fields }),
    output: maintenanceRecord,
  },
  /** At most a month, newest first, as CSV. */
  export: {
    method: 'POST',
    path: `${path}/export`,
    kind: 'bytes',
    allow,
    reads: true,
    input: z.strictObject({ ...filters, from: moment, to: moment }),
    output: z.unknown(),
  },
});

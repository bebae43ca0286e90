import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { deviceModels } from './device-life.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

const name = z.string().trim().min(1).max(60);
const remark = z.string().trim().max(200);
/** As many as a person chooses at once; a group itself may hold any number. */
export const maxSelected = 500;
const chosen = z.array(z.uuid()).max(maxSelected);

/** Devices of one company that belong together. A device is in one group or in none. */
export const deviceGroup = z.object({
  id: z.string(),
  name: z.string(),
  remark: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  total: z.number().int(),
  online: z.number().int(),
  /** Models in it, the most frequent first. */
  models: z.array(z.object({ model: z.enum(deviceModels), count: z.number().int() })),
  version: z.number().int(),
  updatedAt: moment,
  updatedBy: z.string(),
});
export type DeviceGroup = z.infer<typeof deviceGroup>;

/** Devices that left another group for this one. */
const moved = z.array(z.object({ id: z.string(), nickname: z.string(), from: z.string() }));
const saved = z.object({ group: deviceGroup, moved });

const { deviceGroups, deviceList, groupCreate, groupUpdate, groupDelete } = permissions;

export const deviceGroupCalls = calls('deviceGroups', {
  list: {
    method: 'POST',
    path: 'service/deviceGroup/queryWithPage',
    allow: deviceGroups,
    reads: true,
    input: listInput({
      keyword,
      companyId: z.uuid().optional(),
      /** With at least one device of it. */
      model: z.enum(deviceModels).optional(),
      sort: sortBy('name', 'total', 'updatedAt').optional(),
    }),
    output: listOf(deviceGroup),
  },
  /** Groups by name, to choose one. */
  options: {
    method: 'POST',
    path: 'service/deviceGroup/options',
    allow: [deviceGroups, deviceList],
    reads: true,
    input: listInput({ keyword, companyId: z.uuid().optional() }),
    output: listOf(z.object({ id: z.string(), name: z.string(), companyName: z.string() })),
  },
  detail: {
    method: 'POST',
    path: 'service/deviceGroup/detail',
    allow: deviceGroups,
    reads: true,
    input: byId,
    output: deviceGroup,
  },
  create: {
    method: 'POST',
    path: 'service/deviceGroup/add',
    allow: groupCreate,
    input: z.strictObject({
      name,
      remark: remark.default(''),
      companyId: z.uuid(),
      deviceIds: chosen.min(1),
    }),
    output: saved,
  },
  /** Renames it, takes devices in and lets others go. */
  update: {
    method: 'POST',
    path: 'service/deviceGroup/update',
    allow: groupUpdate,
    input: z.strictObject({
      id: z.uuid(),
      version: z.number().int(),
      name: name.optional(),
      remark: remark.optional(),
      addIds: chosen.default([]),
      removeIds: chosen.default([]),
    }),
    output: saved,
  },
  /** Its devices stay, without a group. */
  remove: {
    method: 'POST',
    path: 'service/deviceGroup/delete',
    allow: groupDelete,
    input: z.strictObject({ id: z.uuid(), version: z.number().int() }),
    output: nothing,
  },
});

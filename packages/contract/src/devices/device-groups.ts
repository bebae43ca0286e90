import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { deviceModels } from './device-life.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

const name = z.string().trim().min(1).max(60);
const remark = z.string().trim().max(200);
/** Devices selected in one call; a group itself has no limit. */
export const maxSelected = 500;
const deviceIds = z.array(z.uuid()).max(maxSelected);

/** A set of devices of one company. A device is in at most one group. */
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

/** Devices that moved from another group to this one. */
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
      /** Groups with at least one device of this model. */
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
      deviceIds: deviceIds.min(1),
    }),
    output: saved,
  },
  /** Renames the group, adds devices and removes devices. */
  update: {
    method: 'POST',
    path: 'service/deviceGroup/update',
    allow: groupUpdate,
    input: z.strictObject({
      id: z.uuid(),
      version: z.number().int(),
      name: name.optional(),
      remark: remark.optional(),
      addIds: deviceIds.default([]),
      removeIds: deviceIds.default([]),
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

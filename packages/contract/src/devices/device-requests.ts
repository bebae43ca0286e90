import { z } from 'zod';
import { vehicleFields } from '../robot/declared/declaration.ts';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { deviceModels } from './device-life.ts';
import { device } from './devices.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

/**
 * An unregistered device that was accepted on an open listener: docs/protocol/vda-vehicles.md#unregistered-vehicles.
 * It belongs to no company, so only accounts that see every company can list it.
 */
export const deviceRequest = z.object({
  id: z.string(),
  sn: z.string(),
  manufacturer: z.string(),
  /** First level of its topics; `protocol` is the major version of VDA 5050. */
  interfaceName: z.string(),
  protocol: z.enum(['v3', 'v2']),
  /** Model derived from the serial number. */
  model: z.enum(deviceModels),
  firstSeenAt: moment,
  lastSeenAt: moment,
  /** Messages that were dropped. */
  count: z.number().int(),
  /** The series of its factsheet; empty before it. */
  vehicleType: z.string().default(''),
  /** What it says of itself; all is null before its first factsheet and `xReported`. */
  actions: vehicleFields.actions.default(null),
  declared: vehicleFields.declared,
  ignored: z.boolean(),
});
export type DeviceRequest = z.infer<typeof deviceRequest>;

const { deviceCreate } = permissions;

export const deviceRequestCalls = calls('deviceRequests', {
  list: {
    method: 'POST',
    path: 'service/device/request/queryWithPage',
    allow: deviceCreate,
    reads: true,
    input: listInput({ ignored: z.boolean().default(false) }),
    output: listOf(deviceRequest),
  },
  /** Registers it as a device of a company. The secret is only in this answer. */
  adopt: {
    method: 'POST',
    path: 'service/device/request/adopt',
    allow: deviceCreate,
    input: z.strictObject({
      id: z.uuid(),
      companyId: z.uuid(),
      siteId: z.uuid().optional(),
      model: z.enum(deviceModels),
      nickname: z.string().trim().min(1).max(60),
    }),
    output: z.object({ device, username: z.string(), password: z.string() }),
  },
  /** Moves it to the ignored list; the device may keep connecting. */
  ignore: {
    method: 'POST',
    path: 'service/device/request/ignore',
    allow: deviceCreate,
    input: byId,
    output: nothing,
  },
  /** Moves it back to the open list. */
  regard: {
    method: 'POST',
    path: 'service/device/request/regard',
    allow: deviceCreate,
    input: byId,
    output: nothing,
  },
});

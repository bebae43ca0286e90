import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { deviceModels } from './device-life.ts';
import { device } from './devices.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

/**
 * A device that talks on a listener which let it in, though nobody registered it (protocol 3.4). It belongs to no company
 * before somebody takes it in, so only accounts that see every company are shown it.
 */
export const deviceRequest = z.object({
  id: z.string(),
  sn: z.string(),
  manufacturer: z.string(),
  /** First level of its topics, and the major version of VDA 5050 it speaks. */
  interfaceName: z.string(),
  protocol: z.enum(['v3', 'v2']),
  /** What its serial number says it is. */
  model: z.enum(deviceModels),
  firstSeenAt: moment,
  lastSeenAt: moment,
  /** Messages that were dropped. */
  count: z.number().int(),
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
  /** Makes it a device of a company. Its secret is in this answer and nowhere else. */
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
  /** Out of sight until somebody looks for it; it may go on asking. */
  ignore: {
    method: 'POST',
    path: 'service/device/request/ignore',
    allow: deviceCreate,
    input: byId,
    output: nothing,
  },
  /** Back among those that ask. */
  regard: {
    method: 'POST',
    path: 'service/device/request/regard',
    allow: deviceCreate,
    input: byId,
    output: nothing,
  },
});

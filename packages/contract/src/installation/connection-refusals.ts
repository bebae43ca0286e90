import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

/** Why the broker refused a connection: docs/protocol/connecting.md#refused-connections. */
export const connectionRefusalReasons = [
  'PROTOCOL_VERSION',
  'KEEP_ALIVE',
  'NO_CREDENTIAL',
  'UNKNOWN_DEVICE',
  'WRONG_PASSWORD',
  'NOT_ACTIVATED',
  'VOID',
  'CERTIFICATE_REPLACED',
  'CERTIFICATE_REVOKED',
  'CERTIFICATE_EXPIRED',
  'CERTIFICATE_INVALID',
  'MANY_NAMES',
  'HELD',
] as const;
export type ConnectionRefusalReason = (typeof connectionRefusalReasons)[number];

/** Equal refusals: the same name, reason and address. One of an unknown name belongs to no company. */
export const connectionRefusal = z.object({
  id: z.string(),
  /** The name that the client gave; empty if it gave none, or too many. */
  sn: z.string(),
  reason: z.enum(connectionRefusalReasons),
  /** Empty if there were too many addresses. */
  address: z.string(),
  firstAt: moment,
  lastAt: moment,
  count: z.number().int(),
  /** The registered device of this name. */
  device: z.object({ id: z.string(), nickname: z.string() }).nullable(),
});
export type ConnectionRefusal = z.infer<typeof connectionRefusal>;

export const connectionRefusalCalls = calls('connectionRefusals', {
  /** The latest first. */
  list: {
    method: 'POST',
    path: 'service/device/connectionRefusal/queryWithPage',
    allow: [permissions.deviceCreate, permissions.deviceUpdate],
    reads: true,
    input: listInput({ keyword, deviceId: z.uuid().optional() }),
    output: listOf(connectionRefusal),
  },
});

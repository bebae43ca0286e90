import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

const { deviceStock, stockReceive, stockResell } = permissions;

/** An offer is confirmed, declined or withdrawn once. */
export const resaleStates = ['OFFERED', 'CONFIRMED', 'DECLINED', 'WITHDRAWN'] as const;

export const resale = z.object({
  id: z.string(),
  deviceId: z.string(),
  sn: z.string(),
  model: z.string(),
  nickname: z.string(),
  fromCompanyName: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  status: z.enum(resaleStates),
  note: z.string(),
  reason: z.string(),
  offeredAt: moment,
  offeredBy: z.string(),
  settledAt: moment.nullable(),
  settledBy: z.string().nullable(),
  /** Actions that the caller may take now. */
  acts: z.array(z.enum(['confirm', 'decline', 'withdraw'])),
});
export type Resale = z.infer<typeof resale>;

const note = z.string().trim().max(200).default('');

/** Resale of a device to a company below, which confirms it. */
export const deviceResaleCalls = calls('deviceResales', {
  list: {
    method: 'POST',
    path: 'service/inventory/resale/listWithPage',
    allow: deviceStock,
    reads: true,
    input: listInput({
      keyword,
      status: z.enum(resaleStates).optional(),
      /** IN: offers to the caller's company. OUT: offers by companies the caller sees. */
      direction: z.enum(['IN', 'OUT']).optional(),
    }),
    output: listOf(resale),
  },
  /** Companies below the holder of this device. */
  receivers: {
    method: 'POST',
    path: 'service/inventory/resale/receivers',
    allow: stockResell,
    reads: true,
    input: listInput({ deviceId: z.uuid(), keyword }),
    output: listOf(z.object({ id: z.string(), name: z.string(), type: z.number().int() })),
  },
  offer: {
    method: 'POST',
    path: 'service/inventory/resale/add',
    allow: stockResell,
    input: z.strictObject({ deviceIds: z.array(z.uuid()).min(1).max(100), companyId: z.uuid(), note }),
    output: z.object({
      results: z.array(z.object({ id: z.string(), done: z.boolean(), reason: z.string() })),
    }),
  },
  withdraw: {
    method: 'POST',
    path: 'service/inventory/resale/withdraw',
    allow: stockResell,
    input: byId,
    output: resale,
  },
  /** Called by the receiving company, which owns the device from then on. */
  confirm: {
    method: 'POST',
    path: 'service/inventory/resale/confirm',
    allow: stockReceive,
    input: byId,
    output: resale,
  },
  decline: {
    method: 'POST',
    path: 'service/inventory/resale/decline',
    allow: stockReceive,
    input: z.strictObject({ id: z.uuid(), reason: note }),
    output: resale,
  },
});

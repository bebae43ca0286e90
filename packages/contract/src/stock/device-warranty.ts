import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { warrantyMonths } from '../devices/device-life.ts';
import { device } from '../devices/devices.ts';
import { permissions } from '../grammar/permissions.ts';

const { deviceList, deviceWarranty } = permissions;
const note = z.string().trim().max(200).default('');

export const warrantyChange = z.object({
  id: z.string(),
  at: moment,
  by: z.string(),
  /** Null when the period was set. */
  months: z.number().int().nullable(),
  from: moment.nullable(),
  until: moment,
  note: z.string(),
});
export type WarrantyChange = z.infer<typeof warrantyChange>;

export const deviceWarrantyCalls = calls('deviceWarranty', {
  history: {
    method: 'POST',
    path: 'service/device/warranty/history',
    allow: deviceList,
    reads: true,
    input: byId,
    output: z.object({ list: z.array(warrantyChange) }),
  },
  /** The period it came with; what was added to it goes. */
  set: {
    method: 'POST',
    path: 'service/device/warranty/set',
    allow: deviceWarranty,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), from: moment, until: moment, note }),
    output: device,
  },
  /** From its end, or from today where it is out already. */
  extend: {
    method: 'POST',
    path: 'service/device/warranty/extend',
    allow: deviceWarranty,
    input: z.strictObject({
      id: z.uuid(),
      version: z.number().int(),
      months: z.union(warrantyMonths.map((months) => z.literal(months))),
      note,
    }),
    output: device,
  },
});

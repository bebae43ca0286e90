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
  /** Months of an extension; null when the period was set. */
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
  /** Sets the original period; extensions are removed. */
  set: {
    method: 'POST',
    path: 'service/device/warranty/set',
    allow: deviceWarranty,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), from: moment, until: moment, note }),
    output: device,
  },
  /** Extends it from its end, or from today if it has ended. */
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

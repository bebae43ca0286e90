import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

export const currencies = ['CNY', 'TWD', 'JPY', 'KRW', 'EUR', 'USD', 'GBP', 'CHF', 'HKD', 'SGD'] as const;
export const sparePartModels = ['J20', 'J30', 'J40'] as const;

/** A part of a provider. Companies below read it without its price. */
export const sparePart = z.object({
  id: z.string(),
  number: z.string(),
  name: z.string(),
  /** Empty for every model. */
  models: z.array(z.enum(sparePartModels)),
  /** The wearing part of a robot whose counter is reset after the replacement. */
  consumable: z.string().nullable(),
  price: z.object({ amount: z.number(), currency: z.enum(currencies) }).nullable(),
  /** Whether the reader's company owns the list. */
  isOwn: z.boolean(),
  version: z.number().int(),
  updatedAt: moment,
  /** Empty for a part of a company above. */
  updatedBy: z.string(),
});
export type SparePart = z.infer<typeof sparePart>;

const fields = {
  number: z.string().trim().min(1).max(40),
  name: z.string().trim().min(1).max(80),
  models: z.array(z.enum(sparePartModels)).max(sparePartModels.length).default([]),
  consumable: z.string().trim().min(1).max(64).nullable().default(null),
  /** Per piece, in whole and hundredth units. */
  price: z
    .strictObject({
      amount: z.number().min(0).max(10_000_000).multipleOf(0.01),
      currency: z.enum(currencies),
    })
    .nullable()
    .default(null),
};
const { workOrders, maintenancePlans, maintenanceRecords, maintenancePlanChange } = permissions;
const path = 'service/sparePart';
const read = {
  method: 'POST',
  allow: [workOrders, maintenancePlans, maintenanceRecords],
  reads: true,
} as const;
const write = { method: 'POST', allow: maintenancePlanChange } as const;

/** A list without stock keeping. Only the provider writes it. */
export const sparePartCalls = calls('spareParts', {
  list: {
    ...read,
    path: `${path}/queryWithPage`,
    input: listInput({
      keyword,
      /** Parts for this model, and those for every model. */
      model: z.enum(sparePartModels).optional(),
    }),
    output: listOf(sparePart),
  },
  create: { ...write, path: `${path}/add`, input: z.strictObject(fields), output: sparePart },
  update: {
    ...write,
    path: `${path}/update`,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), ...fields }),
    output: sparePart,
  },
  /** Orders keep number and name of the parts that were used. */
  remove: { ...write, path: `${path}/delete`, input: byId, output: nothing },
});

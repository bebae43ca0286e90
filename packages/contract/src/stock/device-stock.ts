import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { unbinding } from './device-binding.ts';
import {
  bindingStates,
  deviceModels,
  inventoryStates,
  usageTypes,
  usageStates,
  warranty,
  warrantyFilters,
} from '../devices/device-life.ts';
import { resale } from './device-resales.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

const { deviceList, deviceStock, stockChange } = permissions;

/** How a company got a device. */
export const custodyActs = ['REGISTERED', 'RESOLD', 'RETURNED', 'SN_CHANGED', 'MOVED'] as const;

export const custody = z.object({
  id: z.string(),
  /** The serial number at that time; it may have changed later. */
  sn: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  since: moment,
  until: moment.nullable(),
  act: z.enum(custodyActs),
  by: z.string(),
});
export type Custody = z.infer<typeof custody>;

export const stockRow = z.object({
  id: z.string(),
  sn: z.string(),
  model: z.enum(deviceModels),
  nickname: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  inventory: z.enum(inventoryStates),
  inventoryAt: moment.nullable(),
  useStatus: z.enum(usageStates),
  usageType: z.enum(usageTypes),
  binding: z.enum(bindingStates),
  activatedAt: moment.nullable(),
  usableUntil: moment.nullable(),
  warranty: warranty.nullable(),
  /** The open resale offer, if there is one. */
  offer: z.object({ id: z.string(), companyName: z.string(), by: z.string(), at: moment }).nullable(),
  version: z.number().int(),
});
export type StockRow = z.infer<typeof stockRow>;

/** Result per row of a bulk change; the reason is in the caller's language. */
export const rowResults = z.object({
  results: z.array(z.object({ id: z.string(), done: z.boolean(), reason: z.string() })),
});
export type RowResult = z.infer<typeof rowResults>['results'][number];

export const deviceIds = z.array(z.uuid()).min(1).max(100);

export const stockFilters = {
  keyword,
  model: z.array(z.enum(deviceModels)).optional(),
  inventory: z.enum(inventoryStates).optional(),
  useStatus: z.enum(usageStates).optional(),
  usageType: z.enum(usageTypes).optional(),
  binding: z.enum(bindingStates).optional(),
  warranty: z.enum(warrantyFilters).optional(),
  companyId: z.uuid().optional(),
  offered: z.boolean().optional(),
};

export const deviceStockCalls = calls('deviceStock', {
  list: {
    method: 'POST',
    path: 'service/inventory/listWithPage',
    allow: deviceStock,
    reads: true,
    input: listInput({
      ...stockFilters,
      sort: sortBy('nickname', 'sn', 'inventoryAt', 'usableUntil', 'warrantyEnd').optional(),
    }),
    output: listOf(stockRow),
  },
  /** How many of the visible devices are in each state of the stock. */
  figures: {
    method: 'POST',
    path: 'service/inventory/figures',
    allow: deviceStock,
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      IN_STOCK: z.number().int(),
      OUTBOUND: z.number().int(),
      RETURNED: z.number().int(),
      offered: z.number().int(),
    }),
  },
  export: {
    method: 'POST',
    path: 'service/inventory/export',
    kind: 'bytes',
    allow: deviceStock,
    reads: true,
    input: z.strictObject(stockFilters),
    output: z.unknown(),
  },
  /**
   * Changes the stock state. A returned device goes to the caller's company, if that is above the company that has the
   * device.
   */
  move: {
    method: 'POST',
    path: 'service/inventory/move',
    allow: stockChange,
    input: z.strictObject({ ids: deviceIds, to: z.enum(inventoryStates) }),
    output: rowResults,
  },
  /** Changes usage type, use status and time of use; only for accounts of the provider. */
  change: {
    method: 'POST',
    path: 'service/inventory/update',
    allow: stockChange,
    input: z.strictObject({
      ids: deviceIds,
      usageType: z.enum(usageTypes).optional(),
      useStatus: z.enum(usageStates).optional(),
      usableUntil: moment.nullable().optional(),
    }),
    output: rowResults,
  },
  /** History of a device: owning companies, serial numbers, unbindings and resale offers. */
  custody: {
    method: 'POST',
    path: 'service/device/custody',
    allow: [deviceList, deviceStock],
    reads: true,
    input: byId,
    output: z.object({
      /** Oldest first; more than one when the serial number was changed. */
      serials: z.array(
        z.object({ id: z.string(), sn: z.string(), binding: z.enum(bindingStates), since: moment }),
      ),
      /** Newest first; only entries within the caller's tenant scope. */
      custody: z.array(custody),
      /** An earlier owner is outside the caller's tenant scope. */
      hiddenBefore: z.boolean(),
      resales: z.array(resale),
      unbindings: z.array(unbinding),
    }),
  },
});

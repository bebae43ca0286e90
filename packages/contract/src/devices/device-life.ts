import { z } from 'zod';
import { moment } from '../grammar/call.ts';

/** Our models and PLAIN, a third-party VDA 5050 vehicle. */
export const deviceModels = ['J20', 'J30', 'J40', 'PLAIN'] as const;
/** `[A-Za-z0-9_.:-]{1,32}`, protocol 1.2: also the MQTT user name, so nothing a topic filter could read otherwise. */
export const serialNumber = z.string().regex(/^[A-Za-z0-9_.:-]{1,32}$/);
export const nickname = z.string().trim().min(1).max(60);
export const tags = z.array(z.string().trim().min(1).max(30)).max(20);

/** How a device is bound to us (protocol 2.23). VOID is a serial number that is never used again. */
export const bindingStates = [
  'NOT_ACTIVATED',
  'ACTIVATED',
  'FREEZING',
  'FROZEN',
  'UNFREEZING',
  'UNBINDING',
  'VOID',
] as const;
export type BindingState = (typeof bindingStates)[number];

/** Frozen by a person, or because its time was up. */
export const freezeCauses = ['PERSON', 'EXPIRED'] as const;

/** Where it is in our books (protocol 2.25). */
export const inventoryStates = ['IN_STOCK', 'OUTBOUND', 'RETURNED'] as const;
export type InventoryState = (typeof inventoryStates)[number];

/** The only move out of each. */
export const inventoryMoves: Record<InventoryState, InventoryState> = {
  IN_STOCK: 'OUTBOUND',
  OUTBOUND: 'RETURNED',
  RETURNED: 'IN_STOCK',
};

/** What a device is to its maker; only the provider's people change it. */
export const usageStates = [
  'PROTOTYPE',
  'SAMPLE',
  'MASS_PRODUCTION',
  'NEW',
  'LEASE_EXPIRED',
  'RETURNED',
  'OTHER',
] as const;
export type UseStatus = (typeof usageStates)[number];

const notOther = usageStates.filter((status) => status !== 'OTHER');

/** Any may become OTHER, and OTHER any. */
export const usageStateMoves: Record<UseStatus, readonly UseStatus[]> = {
  PROTOTYPE: ['SAMPLE', 'OTHER'],
  SAMPLE: ['MASS_PRODUCTION', 'OTHER'],
  MASS_PRODUCTION: ['NEW', 'OTHER'],
  NEW: ['LEASE_EXPIRED', 'RETURNED', 'OTHER'],
  LEASE_EXPIRED: ['OTHER'],
  RETURNED: ['NEW', 'OTHER'],
  OTHER: notOther,
};

/** How the customer has the robot; set when it is activated. */
export const usageTypes = ['PURCHASE', 'LEASE', 'TRIAL', 'TEST'] as const;
export type UsageType = (typeof usageTypes)[number];

export const warrantyStates = ['IN_WARRANTY', 'EXTENDED', 'OUT_OF_WARRANTY'] as const;
export type WarrantyState = (typeof warrantyStates)[number];

/** What lists are narrowed to. ENDING is a warranty whose last days are running. */
export const warrantyFilters = [...warrantyStates, 'ENDING', 'UNKNOWN'] as const;
export type WarrantyFilter = (typeof warrantyFilters)[number];

/** Half a year, 1, 2, 3 and 5 years. */
export const warrantyMonths = [6, 12, 24, 36, 60] as const;

/** The last days of a warranty are said aloud. */
export const warrantyWarningDays = 60;

/** The dates; what the warranty is follows from them and the day. */
export const warranty = z.object({
  from: moment.nullable(),
  /** End of the warranty it came with. */
  until: moment,
  /** End with what was added. */
  extendedUntil: moment.nullable(),
});
export type Warranty = z.infer<typeof warranty>;

/** What a warranty is at a moment; it is never stored. */
export function warrantyStateAt({ until, extendedUntil }: Warranty, now: Date): WarrantyState {
  const runs = (end: string | null) => end !== null && now.getTime() <= Date.parse(end);
  return runs(until) ? 'IN_WARRANTY' : runs(extendedUntil) ? 'EXTENDED' : 'OUT_OF_WARRANTY';
}

/** The day it ends for good. */
export const warrantyEnd = ({ until, extendedUntil }: Warranty) =>
  extendedUntil !== null && Date.parse(extendedUntil) > Date.parse(until) ? extendedUntil : until;

/** Why a device is frozen, or about to be. */
export const freeze = z.object({
  cause: z.enum(freezeCauses),
  reason: z.string(),
  by: z.string(),
  at: moment.nullable(),
});

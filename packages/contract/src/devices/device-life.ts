import { z } from 'zod';
import { moment } from '../grammar/call.ts';
import { because } from '../grammar/reasons/because.ts';

/** Our models and PLAIN, a third-party VDA 5050 vehicle. */
export const deviceModels = ['J20', 'J30', 'J40', 'PLAIN'] as const;
/**
 * Also the MQTT user name, so it excludes the special characters of topic filters:
 * docs/protocol/topics.md#topic-levels.
 */
export const serialNumber = z.string().regex(/^[A-Za-z0-9_.:-]{1,32}$/, because('SERIAL_CHARACTERS'));
export const nickname = z.string().trim().min(1).max(60);
export const tags = z.array(z.string().trim().min(1).max(30)).max(20);

/** Binding of a device: docs/protocol/README.md#life-of-a-robot. VOID: the serial number is never used again. */
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

/** Frozen by a user, or because the time of use ended. */
export const freezeCauses = ['PERSON', 'EXPIRED'] as const;

/** Stock state of a device. */
export const inventoryStates = ['IN_STOCK', 'OUTBOUND', 'RETURNED'] as const;
export type InventoryState = (typeof inventoryStates)[number];

/** The only move out of each. */
export const inventoryMoves: Record<InventoryState, InventoryState> = {
  IN_STOCK: 'OUTBOUND',
  OUTBOUND: 'RETURNED',
  RETURNED: 'IN_STOCK',
};

/** Use status for the manufacturer; only accounts of the provider change it. */
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

/** Allowed transitions. Every status may change to OTHER, and OTHER to every status. */
export const usageStateMoves: Record<UseStatus, readonly UseStatus[]> = {
  PROTOTYPE: ['SAMPLE', 'OTHER'],
  SAMPLE: ['MASS_PRODUCTION', 'OTHER'],
  MASS_PRODUCTION: ['NEW', 'OTHER'],
  NEW: ['LEASE_EXPIRED', 'RETURNED', 'OTHER'],
  LEASE_EXPIRED: ['OTHER'],
  RETURNED: ['NEW', 'OTHER'],
  OTHER: notOther,
};

/** Contract type of the customer; set at activation. */
export const usageTypes = ['PURCHASE', 'LEASE', 'TRIAL', 'TEST'] as const;
export type UsageType = (typeof usageTypes)[number];

export const warrantyStates = ['IN_WARRANTY', 'EXTENDED', 'OUT_OF_WARRANTY'] as const;
export type WarrantyState = (typeof warrantyStates)[number];

/** Filter values of lists. ENDING: the warranty ends within `warrantyWarningDays`. */
export const warrantyFilters = [...warrantyStates, 'ENDING', 'UNKNOWN'] as const;
export type WarrantyFilter = (typeof warrantyFilters)[number];

/** Half a year, 1, 2, 3 and 5 years. */
export const warrantyMonths = [6, 12, 24, 36, 60] as const;

/** A warning is shown this many days before a warranty ends. */
export const warrantyWarningDays = 60;

/** Dates of a warranty; `warrantyStateAt` computes the state. */
export const warranty = z.object({
  from: moment.nullable(),
  /** End of the original warranty. */
  until: moment,
  /** End of the extension. */
  extendedUntil: moment.nullable(),
});
export type Warranty = z.infer<typeof warranty>;

/** The state of a warranty at a moment. It is computed, never stored. */
export function warrantyStateAt({ until, extendedUntil }: Warranty, now: Date): WarrantyState {
  const runs = (end: string | null) => end !== null && now.getTime() <= Date.parse(end);
  return runs(until) ? 'IN_WARRANTY' : runs(extendedUntil) ? 'EXTENDED' : 'OUT_OF_WARRANTY';
}

/** The later of the two ends. */
export const warrantyEnd = ({ until, extendedUntil }: Warranty) =>
  extendedUntil !== null && Date.parse(extendedUntil) > Date.parse(until) ? extendedUntil : until;

/**
 * For calls that move a robot: a person confirmed that it may start although it did not confirm the no-go areas and walls
 * of its map (refused with `ZONES_UNCONFIRMED`).
 */
export const withoutZones = z.boolean().default(false);

/** Why a device is frozen, or about to be. */
export const freeze = z.object({
  cause: z.enum(freezeCauses),
  reason: z.string(),
  by: z.string(),
  at: moment.nullable(),
});

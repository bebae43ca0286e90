import { z } from 'zod';
import { moment } from '../grammar/call.ts';

/** Cleaning modes and strengths come from the model (`robot/models.ts`); a foreign vehicle's from its factsheet. */
export const taskStates = ['IDLE', 'SYNCHRONIZED', 'AWAITING_SYNC', 'DISABLED', 'DELETED'] as const;
export const strategies = ['FULL', 'RESUME', 'SPOT'] as const;
export const patterns = ['BOUSTROPHEDON', 'EDGE_THEN_FILL', 'EDGE_ONLY', 'SPIRAL'] as const;
export const finishes = ['CHARGE', 'PACK', 'STAY'] as const;
export const runStates = [
  'WAITING',
  'IN_PROGRESS',
  'PAUSED',
  'COMPLETE',
  'SUCCESS',
  'INTERRUPTED',
  'FAILED',
] as const;
export const openRunStates = ['WAITING', 'IN_PROGRESS', 'PAUSED', 'COMPLETE'] as const;

/** How one zone is cleaned where it is not cleaned as the others. */
const zoneWish = z.strictObject({
  cleaningMode: z.string().min(1).max(40).optional(),
  strength: z.string().min(1).max(40).optional(),
  repetitions: z.number().int().min(1).max(99).optional(),
});

/** What is cleaned, and how: everything of a task but its name and its device. */
export const taskWork = {
  mapId: z.uuid(),
  /** CLEAN zones of the map, cleaned in this order. */
  zoneIds: z.array(z.string().min(1).max(64)).min(1).max(60),
  cleaningMode: z.string().min(1).max(40),
  strength: z.string().min(1).max(40),
  repetitions: z.number().int().min(1).max(99),
  strategy: z.enum(strategies).default('FULL'),
  pattern: z.enum(patterns).default('EDGE_THEN_FILL'),
  finish: z.enum(finishes).default('CHARGE'),
  /** By zone. */
  zoneWishes: z.record(z.string().max(64), zoneWish).default({}),
};
export type ZoneWishes = Record<string, z.infer<typeof zoneWish>>;

/** Zones of further maps in the same task: only where an elevator takes the device from one to the other. */
export const otherMaps = z
  .array(z.strictObject({ mapId: z.uuid(), zoneIds: z.array(z.string()).min(1).max(60) }))
  .max(8)
  .optional();

export const taskDefinition = {
  name: z.string().trim().min(1).max(60),
  deviceId: z.uuid(),
  ...taskWork,
};

/** What became of one device of several that something was done for. */
export const deviceOutcome = z.object({
  deviceId: z.string(),
  deviceName: z.string(),
  taskId: z.string().nullable(),
  /** Why there is none; a text in the caller’s language. */
  reason: z.string().nullable(),
});
export const manyDevices = z.array(z.uuid()).min(1).max(50);

export const lastRunOf = z
  .object({
    id: z.string(),
    state: z.enum(runStates),
    endedAt: moment.nullable(),
    coverage: z.number().nullable(),
    cleanedM2: z.number().nullable(),
    plannedM2: z.number().nullable(),
    code: z.string(),
  })
  .nullable();

import { z } from 'zod';
import { moment } from '../grammar/call.ts';
import { reportResults } from './report-filters.ts';

/** Cleaning modes and strengths come from the model (`robot/models.ts`), or from the factsheet of other vehicles. */
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

/** Cleaning options of one zone that differ from the task. */
const zoneOptions = z.strictObject({
  cleaningMode: z.string().min(1).max(40).optional(),
  strength: z.string().min(1).max(40).optional(),
  repetitions: z.number().int().min(1).max(99).optional(),
});

/** The work of a task: all fields except name and device. */
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
  /** Options by zone id. */
  zoneWishes: z.record(z.string().max(64), zoneOptions).default({}),
};
export type ZoneWishes = Record<string, z.infer<typeof zoneOptions>>;

/** Zones of further maps in the same task; only with an elevator between the maps. */
export const otherMaps = z
  .array(z.strictObject({ mapId: z.uuid(), zoneIds: z.array(z.string()).min(1).max(60) }))
  .max(8)
  .optional();

export const taskDefinition = {
  name: z.string().trim().min(1).max(60),
  deviceId: z.uuid(),
  ...taskWork,
};

/** Result of a bulk action for one device. */
export const deviceOutcome = z.object({
  deviceId: z.string(),
  deviceName: z.string(),
  taskId: z.string().nullable(),
  /** Why there is no task, in the caller’s language. */
  reason: z.string().nullable(),
});
export const manyDevices = z.array(z.uuid()).min(1).max(50);

export const lastRunOf = z
  .object({
    id: z.string(),
    state: z.enum(runStates),
    /** The verdict of its report; null without one. */
    result: z.enum(reportResults).nullable(),
    endedAt: moment.nullable(),
    coverage: z.number().nullable(),
    cleanedM2: z.number().nullable(),
    plannedM2: z.number().nullable(),
    code: z.string(),
  })
  .nullable();

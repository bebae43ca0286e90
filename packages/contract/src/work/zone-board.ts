import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { bindingStates } from '../devices/device-life.ts';
import { actLive } from '../devices/device-change.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { elementId, mapPlace } from '../places/map-elements.ts';
import { mapGround } from '../places/maps.ts';
import { permissions } from '../grammar/permissions.ts';
import { vehicleFields } from '../robot/declared/declaration.ts';

/** State of a zone: FREE has no target, NEVER was not cleaned yet, OVERDUE is late, SOON is nearly due, FRESH is in time. */
export const zoneStates = ['OVERDUE', 'NEVER', 'SOON', 'FRESH', 'FREE'] as const;
export type ZoneState = (typeof zoneStates)[number];
/** Target interval: `everyHours`, the schedule of the calendar, or none. */
export const zoneTargetSources = ['INTERVAL', 'SCHEDULE', 'NONE'] as const;
/** Default minimum coverage for a zone to count as cleaned. */
export const defaultMinCoverage = 0.8;

const deviceName = z.object({ id: z.string(), sn: z.string(), nickname: z.string() }).nullable();

/** Coverage of a zone by one run, computed from the path and the tool width. */
export const zoneCleaning = z.object({
  reportId: z.string(),
  /** Null when the robot was deleted. */
  device: deviceName,
  startedAt: moment,
  endedAt: moment,
  floorM2: z.number(),
  cleanedM2: z.number(),
  /** 0–1 of the reachable floor of the zone. */
  coverage: z.number(),
  /** ROBOT: trajectory file. STREAM: path from telemetry. */
  source: z.enum(['ROBOT', 'STREAM']),
});
export type ZoneCleaning = z.infer<typeof zoneCleaning>;

export const boardZone = z.object({
  /** Made of map id and zone id. */
  id: z.string(),
  zoneId: z.string(),
  name: z.string(),
  points: z.array(mapPlace),
  map: z.object({ id: z.string(), name: z.string(), ground: mapGround }),
  companyName: z.string(),
  site: z.object({ id: z.string(), name: z.string(), timezone: z.string() }).nullable(),
  floor: z.string().nullable(),
  state: z.enum(zoneStates),
  /** Next due time; in the past when overdue. */
  dueAt: moment.nullable(),
  target: z.object({
    source: z.enum(zoneTargetSources),
    everyHours: z.number().int().nullable(),
    leastCoverage: z.number(),
    /** 0 while no target is set. */
    version: z.number().int(),
    updatedAt: moment.nullable(),
    updatedBy: z.string(),
  }),
  /** The last run with enough coverage. */
  lastCleaned: zoneCleaning.nullable(),
  /** The last run with any coverage. */
  lastTouched: zoneCleaning.nullable(),
  /** The robots on this map, with what decides whether they can be sent. */
  devices: z.array(
    z.object({
      id: z.string(),
      sn: z.string(),
      nickname: z.string(),
      model: z.string(),
      ...vehicleFields,
      binding: z.enum(bindingStates),
      live: actLive,
    }),
  ),
});
export type BoardZone = z.infer<typeof boardZone>;

const filters = {
  keyword,
  state: z.array(z.enum(zoneStates)).max(5).optional(),
  companyId: z.uuid().optional(),
  siteId: z.uuid().optional(),
  mapId: z.uuid().optional(),
};

const count = z.number().int();

export const zoneBoardCalls = calls('zoneBoard', {
  /** Sorted by the most overdue zone: maps first, then the zones of each map. */
  list: {
    method: 'POST',
    path: 'service/zone/board/queryWithPage',
    allow: permissions.zoneBoard,
    reads: true,
    input: listInput(filters),
    output: listOf(boardZone),
  },
  summary: {
    method: 'POST',
    path: 'service/zone/board/summary',
    allow: permissions.zoneBoard,
    reads: true,
    input: z.strictObject({}),
    output: z.object({ OVERDUE: count, NEVER: count, SOON: count, FRESH: count, FREE: count }),
  },
  /** Runs of the last 90 days that reached a zone, the newest first. */
  history: {
    method: 'POST',
    path: 'service/zone/board/history',
    allow: permissions.zoneBoard,
    reads: true,
    input: z.strictObject({ mapId: z.uuid(), zoneId: elementId }),
    output: listOf(zoneCleaning),
  },
  setTarget: {
    method: 'POST',
    path: 'service/zone/board/setTarget',
    allow: permissions.zoneTarget,
    input: z.strictObject({
      mapId: z.uuid(),
      zoneId: elementId,
      version: z.number().int().min(0),
      source: z.enum(zoneTargetSources),
      /** Hours between two cleanings; at most 90 days. */
      everyHours: z.number().int().min(1).max(2160).nullable().default(null),
      leastCoverage: z.number().min(0.1).max(1).default(defaultMinCoverage),
    }),
    output: boardZone,
  },
  /** The board as CSV. */
  export: {
    method: 'POST',
    path: 'service/zone/board/export',
    kind: 'bytes',
    allow: permissions.zoneBoard,
    reads: true,
    input: z.strictObject(filters),
    output: z.unknown(),
  },
});

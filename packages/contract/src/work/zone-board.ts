import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { elementId, mapPlace } from '../places/map-elements.ts';
import { mapGround } from '../places/maps.ts';
import { permissions } from '../grammar/permissions.ts';

/** How it stands with a zone: nobody asked for anything, asked and never cleaned, late, nearly due, or in time. */
export const zoneStates = ['OVERDUE', 'NEVER', 'SOON', 'FRESH', 'FREE'] as const;
export type ZoneState = (typeof zoneStates)[number];
/** As often as `everyHours` says, as often as the calendar plans it, or not asked for. */
export const zoneTargetSources = ['INTERVAL', 'SCHEDULE', 'NONE'] as const;
/** A run that reached less of a zone did not clean it, unless people say otherwise. */
export const usualLeastCoverage = 0.8;

const person = z.object({ id: z.string(), sn: z.string(), nickname: z.string() }).nullable();

/** What one run reached of a zone, painted from its path and the tool's width. */
export const zoneCleaning = z.object({
  reportId: z.string(),
  /** Null when the robot has been deleted since. */
  device: person,
  startedAt: moment,
  endedAt: moment,
  floorM2: z.number(),
  cleanedM2: z.number(),
  /** 0–1 of the floor in the zone that a robot can stand on. */
  coverage: z.number(),
  /** The robot's own file of its path, or the stream's. */
  source: z.enum(['ROBOT', 'STREAM']),
});
export type ZoneCleaning = z.infer<typeof zoneCleaning>;

export const boardZone = z.object({
  /** Of map and zone together. */
  id: z.string(),
  zoneId: z.string(),
  name: z.string(),
  points: z.array(mapPlace),
  map: z.object({ id: z.string(), name: z.string(), ground: mapGround }),
  companyName: z.string(),
  site: z.object({ id: z.string(), name: z.string() }).nullable(),
  floor: z.string().nullable(),
  state: z.enum(zoneStates),
  /** When it is to be cleaned next; passed when it is late. */
  dueAt: moment.nullable(),
  target: z.object({
    source: z.enum(zoneTargetSources),
    everyHours: z.number().int().nullable(),
    leastCoverage: z.number(),
    /** 0 while nobody has set one. */
    version: z.number().int(),
    updatedAt: moment.nullable(),
    updatedBy: z.string(),
  }),
  /** The last run that reached enough of it. */
  lastCleaned: zoneCleaning.nullable(),
  /** The last run that reached any of it. */
  lastTouched: zoneCleaning.nullable(),
  /** Robots that stand on this map and may be sent. */
  devices: z.array(z.object({ id: z.string(), sn: z.string(), nickname: z.string(), model: z.string() })),
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
  /** Maps with the latest zone first; within a map the same. */
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
  /** The runs of the last ninety days that reached a zone, the newest first. */
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
      /** Between two cleanings; up to ninety days. */
      everyHours: z.number().int().min(1).max(2160).nullable().default(null),
      leastCoverage: z.number().min(0.1).max(1).default(usualLeastCoverage),
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

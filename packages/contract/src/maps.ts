import { z } from 'zod';
import { byId, calls, moment, nothing } from './call.ts';
import { keyword, listInput, listOf, sortBy } from './list.ts';
import { permissions } from './permissions.ts';

export const zoneTypes = ['CLEAN', 'NO_GO', 'NO_CLEAN', 'CARPET', 'SLOW'] as const;
export const pointTypes = [
  'START',
  'CHARGING',
  'NAVIGATION',
  'DOCKING',
  'WATER_REFILL',
  'WATER_DRAIN',
  'DROP',
  'SUPPLY',
  'LIFT_CALL',
  'LIFT_ENTRY',
  'LIFT_INSIDE',
  'SLOPE_LOW',
  'SLOPE_HIGH',
  'QR_CODE',
] as const;
export const mapLimits = {
  /** Upload of one picture; a 16,000 × 16,000 PGM does not fit and is not wanted. */
  pictureBytes: 128 * 1024 * 1024,
  yamlBytes: 64 * 1024,
  cells: 64_000_000,
  zoneCorners: 200,
  elements: 5_000,
} as const;

/** Metres in the map frame. */
const at = z.object({ x: z.number().min(-1e5).max(1e5), y: z.number().min(-1e5).max(1e5) });
const elementId = z.string().min(1).max(64);
const zoneName = z.string().trim().min(1).max(60);
const corners = z.array(at).min(3).max(mapLimits.zoneCorners);

export const zone = z.object({ id: elementId, type: z.enum(zoneTypes), name: zoneName, points: corners });
export type Zone = z.infer<typeof zone>;
export const mapWall = z.object({ id: elementId, points: z.array(at).min(2).max(mapLimits.zoneCorners) });
export const mapPoint = z.object({
  id: elementId,
  type: z.enum(pointTypes),
  name: z.string().max(60),
  x: z.number(),
  y: z.number(),
  theta: z.number(),
});
export const mapElements = z.object({
  zones: z.array(zone),
  walls: z.array(mapWall),
  points: z.array(mapPoint),
});
export type MapElements = z.infer<typeof mapElements>;

/** Size and place of the occupancy grid: row 0 of its picture is the greatest y. */
export const mapGround = z.object({
  /** 8-bit grey PNG: 0 occupied, 254 free, 205 unknown. Read with `files.read`. */
  file: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  /** Metres a cell. */
  resolution: z.number(),
  originX: z.number(),
  originY: z.number(),
});
export type MapGround = z.infer<typeof mapGround>;

export const mapRow = z.object({
  id: z.string(),
  name: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  site: z.object({ id: z.string(), name: z.string() }).nullable(),
  floor: z.string().nullable(),
  /** IMPORTED, DEVICE or BUILT_IN. */
  origin: z.enum(['IMPORTED', 'DEVICE', 'BUILT_IN']),
  ground: mapGround,
  /** Square metres of free floor. */
  freeM2: z.number(),
  zoneCount: z.number().int(),
  /** Devices standing on this map now. */
  devices: z.array(z.object({ id: z.string(), nickname: z.string() })),
  createdAt: moment,
  updatedAt: moment,
  updatedBy: z.string(),
  version: z.number().int(),
});
export type MapRow = z.infer<typeof mapRow>;
export const mapDetail = mapRow.extend({ elements: mapElements });
export type MapDetail = z.infer<typeof mapDetail>;

const { mapList, mapCreate, mapUpdate, mapDelete } = permissions;
const edit = { id: z.uuid(), version: z.number().int() };

export const mapCalls = calls('maps', {
  list: {
    method: 'POST',
    path: 'service/map/queryWithPage',
    allow: mapList,
    reads: true,
    input: listInput({
      keyword,
      companyId: z.uuid().optional(),
      siteId: z.uuid().optional(),
      deviceId: z.uuid().optional(),
      sort: sortBy('name', 'updatedAt', 'createdAt').optional(),
    }),
    output: listOf(mapRow),
  },
  detail: {
    method: 'POST',
    path: 'service/map/detail',
    allow: mapList,
    reads: true,
    input: byId,
    output: mapDetail,
  },
  /**
   * Reads a ROS map (fields `picture`: PGM or PNG, `yaml`, optional `mask` and `maskYaml`) and answers what it would become.
   * Nothing is stored; `file` of the ground is good for ten minutes and for this caller alone.
   */
  preview: {
    method: 'POST',
    path: 'service/map/import/preview',
    kind: 'multipart',
    allow: mapCreate,
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      ground: mapGround,
      freeM2: z.number(),
      occupiedM2: z.number(),
      unknownM2: z.number(),
      zones: z.array(zone),
    }),
  },
  /** The same files again, stored as a map. */
  import: {
    method: 'POST',
    path: 'service/map/import',
    kind: 'multipart',
    allow: mapCreate,
    input: z.strictObject({
      name: z.string().trim().min(1).max(60),
      companyId: z.uuid().optional(),
      siteId: z.uuid().optional(),
      floor: z.string().trim().max(40).optional(),
    }),
    output: mapDetail,
  },
  rename: {
    method: 'POST',
    path: 'service/map/update',
    allow: mapUpdate,
    input: z.strictObject({ ...edit, name: z.string().trim().min(1).max(60) }),
    output: mapDetail,
  },
  addZone: {
    method: 'POST',
    path: 'service/map/zone/add',
    allow: mapUpdate,
    /** `zoneId` lets the editor keep its own id and an undone removal come back as itself. */
    input: z.strictObject({
      ...edit,
      zoneId: elementId.optional(),
      type: z.enum(zoneTypes),
      name: zoneName,
      points: corners,
    }),
    output: mapDetail,
  },
  updateZone: {
    method: 'POST',
    path: 'service/map/zone/update',
    allow: mapUpdate,
    input: z.strictObject({
      ...edit,
      zoneId: elementId,
      type: z.enum(zoneTypes),
      name: zoneName,
      points: corners,
    }),
    output: mapDetail,
  },
  removeZone: {
    method: 'POST',
    path: 'service/map/zone/delete',
    allow: mapUpdate,
    input: z.strictObject({ ...edit, zoneId: elementId }),
    output: mapDetail,
  },
  remove: { method: 'POST', path: 'service/map/delete', allow: mapDelete, input: byId, output: nothing },
});

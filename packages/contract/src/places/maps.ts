import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { deviceMapStatuses } from './device-maps.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { mapElements, mapLimits, rosMapUploads, zone } from './map-elements.ts';
import { mapModes } from './map-modes.ts';
import { permissions } from '../grammar/permissions.ts';

export * from './map-elements.ts';
export * from './map-modes.ts';

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

/** One place twice: on the map, in metres, and on the picture of its floor, in pixels from the top left. */
export const planPair = z.strictObject({
  map: z.strictObject({ x: z.number().min(-1e5).max(1e5), y: z.number().min(-1e5).max(1e5) }),
  plan: z.strictObject({ x: z.number().min(-1e5).max(1e5), y: z.number().min(-1e5).max(1e5) }),
});
export type PlanPair = z.infer<typeof planPair>;

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
  /** The published version, the `mapVersion` on the wire. */
  version: z.number().int(),
  /** Of name and place. */
  revision: z.number().int(),
  mode: z.enum(mapModes),
  /** How it stands on how many robots (protocol 2.12); a map no robot has is not synchronised. */
  statuses: z.array(z.object({ status: z.enum(deviceMapStatuses), count: z.number().int() })),
  /** Something is drawn that is not published. */
  hasDraft: z.boolean(),
  /** A robot and the cloud both changed it. */
  hasConflict: z.boolean(),
});
export type MapRow = z.infer<typeof mapRow>;
export const mapDetail = mapRow.extend({ elements: mapElements });
export type MapDetail = z.infer<typeof mapDetail>;

const { mapList, mapCreate, mapUpdate, mapDelete } = permissions;

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
      /** Maps this device may be sent to. */
      deviceId: z.uuid().optional(),
      /** Maps that are on this device. */
      onDeviceId: z.uuid().optional(),
      floorId: z.uuid().optional(),
      status: z.enum(deviceMapStatuses).optional(),
      mode: z.enum(mapModes).optional(),
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
    maxUploadBytes: rosMapUploads,
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
    maxUploadBytes: rosMapUploads,
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
    /** Name and place; a robot sees no difference, so it makes no version. `siteId: null` takes it off its site. */
    input: z.strictObject({
      id: z.uuid(),
      revision: z.number().int(),
      name: z.string().trim().min(1).max(60),
      siteId: z.uuid().nullable().optional(),
      floor: z.string().trim().max(40).optional(),
    }),
    output: mapDetail,
  },
  /** A bundle somebody exported (field `bundle`) as a new map, with everything that is drawn on it. */
  importBundle: {
    method: 'POST',
    path: 'service/map/import/bundle',
    kind: 'multipart',
    maxUploadBytes: { bundle: mapLimits.bundleBytes },
    allow: mapCreate,
    input: z.strictObject({
      name: z.string().trim().min(1).max(60).optional(),
      companyId: z.uuid().optional(),
      siteId: z.uuid().optional(),
      floor: z.string().trim().max(40).optional(),
    }),
    output: mapDetail,
  },
  /** A version as our own bundle, as a ROS map (PGM and YAML in a zip), or as a LIF layout; the published one unless said. */
  export: {
    method: 'GET',
    path: 'service/map/export',
    kind: 'bytes',
    allow: mapList,
    /** A bundle is kept when it is first asked for. */
    reads: false,
    input: z.strictObject({
      id: z.uuid(),
      format: z.enum(['BUNDLE', 'ROS', 'LIF']),
      version: z.number().int().min(1).optional(),
    }),
    output: z.unknown(),
  },
  remove: { method: 'POST', path: 'service/map/delete', allow: mapDelete, input: byId, output: nothing },
});

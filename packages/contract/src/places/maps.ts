import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { deviceMapStatuses } from './device-maps.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { mapElements, mapLimits, rosMapUploads, zone } from './map-elements.ts';
import { mapModes } from './map-modes.ts';
import { permissions } from '../grammar/permissions.ts';

export * from './map-elements.ts';
export * from './map-modes.ts';

/** Size and position of the occupancy grid; row 0 of the picture has the greatest y. */
export const mapGround = z.object({
  /** 8-bit grey PNG: 0 occupied, 254 free, 205 unknown. Read with `files.read`. */
  file: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  /** Metres per cell. */
  resolution: z.number(),
  originX: z.number(),
  originY: z.number(),
});
export type MapGround = z.infer<typeof mapGround>;

/** The same point on the map, in metres, and on the floor plan, in pixels from the top left. */
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
  /** Version of name, site and floor. */
  revision: z.number().int(),
  mode: z.enum(mapModes),
  /** Number of robots by map status: docs/protocol/maps.md#states-of-a-map. Empty when no robot has the map. */
  statuses: z.array(z.object({ status: z.enum(deviceMapStatuses), count: z.number().int() })),
  /** It has unpublished edits. */
  hasDraft: z.boolean(),
  /** A robot and the cloud both changed it. */
  hasConflict: z.boolean(),
});
export type MapRow = z.infer<typeof mapRow>;
export const mapDetail = mapRow.extend({ elements: mapElements });
export type MapDetail = z.infer<typeof mapDetail>;

/** What grey 205 means in an imported ROS map whose thresholds make it free floor. Map savers write it for unknown cells. */
const savedUnknowns = ['UNKNOWN', 'FREE'] as const;
export type SavedUnknown = (typeof savedUnknowns)[number];
const savedUnknown = z.enum(savedUnknowns).optional();

/** Where an imported ROS map differs from its files or from what nav2's `map_server` reads: docs/decisions/0004. */
const mapReadingNotes = z.object({
  /** Cells of grey 205 that the thresholds make free floor; `savedUnknown` decides. */
  savedUnknownCells: z.number().int(),
  /** Cells that `map_server` reads otherwise, because it counts opacity as brightness. */
  opacityCells: z.number().int(),
  /** The undone turn of the origin in radians, counterclockwise; null for an upright map. */
  turnedRad: z.number().nullable(),
  /** Cells of a turned map whose centre has another value in the upright grid. */
  turnedCells: z.number().int(),
});
export type MapReadingNotes = z.infer<typeof mapReadingNotes>;

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
   * Reads a ROS map (fields `picture`: PGM or PNG, `yaml`, optional `mask` and `maskYaml`) and returns the resulting map.
   * Nothing is stored; `file` of the ground is valid for ten minutes, for this caller only.
   */
  preview: {
    method: 'POST',
    path: 'service/map/import/preview',
    kind: 'multipart',
    maxUploadBytes: rosMapUploads,
    allow: mapCreate,
    reads: true,
    input: z.strictObject({ savedUnknown }),
    output: z.object({
      ground: mapGround,
      notes: mapReadingNotes,
      freeM2: z.number(),
      occupiedM2: z.number(),
      unknownM2: z.number(),
      zones: z.array(zone),
    }),
  },
  /** Stores the previewed files as a map. `savedUnknown` is UNKNOWN unless it is given. */
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
      savedUnknown,
    }),
    output: mapDetail,
  },
  rename: {
    method: 'POST',
    path: 'service/map/update',
    allow: mapUpdate,
    /** Changes name, site or floor. Robots are not affected, so no version is created. `siteId: null` removes the site. */
    input: z.strictObject({
      id: z.uuid(),
      revision: z.number().int(),
      name: z.string().trim().min(1).max(60),
      siteId: z.uuid().nullable().optional(),
      floor: z.string().trim().max(40).optional(),
    }),
    output: mapDetail,
  },
  /** Imports an exported bundle (field `bundle`) with all elements as a new map. */
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
  /**
   * A version as bundle, as ROS map (PGM and YAML in a zip) or as LIF layout. The default is the published version.
   */
  export: {
    method: 'GET',
    path: 'service/map/export',
    kind: 'bytes',
    allow: mapList,
    /** The first request of a bundle stores it. */
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

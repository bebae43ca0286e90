import { z } from 'zod';
import { calls, moment, nothing } from '../grammar/call.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

/** Status of a map on a robot: docs/protocol/maps.md#states-of-a-map. */
export const deviceMapStatuses = [
  'ENABLED',
  'DISABLED',
  'DELETED',
  'IN_USE',
  'NOT_SYNCED',
  'SYNCING',
  'SYNC_FAILED',
  'DELETED_ON_DEVICE',
] as const;
export type DeviceMapStatus = (typeof deviceMapStatuses)[number];

/** What can happen to a map on a robot. */
export const deviceMapEvents = [
  'UPLOADED_ENABLED',
  'UPLOADED_DISABLED',
  'SYNC_STARTED',
  'EDITED_ONLINE',
  'EDITED_OFFLINE',
  'SYNCED',
  'SYNC_FAILED',
  'SYNC_LAPSED',
  'USED',
  'LEFT',
  'OTHER_ENABLED',
  'ENABLED',
  'DELETED',
  'GONE',
] as const;
export type DeviceMapEvent = (typeof deviceMapEvents)[number];

type Row = Partial<Record<DeviceMapEvent, DeviceMapStatus>>;
const installed: Row = { EDITED_ONLINE: 'SYNCING', EDITED_OFFLINE: 'NOT_SYNCED', GONE: 'DELETED_ON_DEVICE' };
const notInstalled: Row = { SYNC_STARTED: 'SYNCING', DELETED: 'DELETED' };

/** The transitions of docs/protocol/maps.md#states-of-a-map. A map in the robot's own list gets the robot's status. */
export const deviceMapMoves: Record<DeviceMapStatus, Row> = {
  NOT_SYNCED: { ...notInstalled, UPLOADED_ENABLED: 'ENABLED', UPLOADED_DISABLED: 'DISABLED' },
  SYNC_FAILED: { ...notInstalled, UPLOADED_ENABLED: 'ENABLED', UPLOADED_DISABLED: 'DISABLED' },
  SYNCING: { SYNCED: 'ENABLED', SYNC_FAILED: 'SYNC_FAILED', SYNC_LAPSED: 'NOT_SYNCED' },
  ENABLED: { ...installed, USED: 'IN_USE', OTHER_ENABLED: 'DISABLED', DELETED: 'DELETED' },
  DISABLED: { ...installed, ENABLED: 'ENABLED', DELETED: 'DELETED' },
  IN_USE: { ...installed, LEFT: 'ENABLED' },
  DELETED: { SYNC_STARTED: 'SYNCING', UPLOADED_ENABLED: 'ENABLED', UPLOADED_DISABLED: 'DISABLED' },
  DELETED_ON_DEVICE: {
    SYNC_STARTED: 'SYNCING',
    DELETED: 'DELETED',
    UPLOADED_ENABLED: 'ENABLED',
    UPLOADED_DISABLED: 'DISABLED',
  },
};

/** The status after an event; undefined when the table has no such transition. */
export const deviceMapAfter = (status: DeviceMapStatus, event: DeviceMapEvent): DeviceMapStatus | undefined =>
  deviceMapMoves[status][event];

/** Why a synchronisation failed or waits. */
export const syncReasons = [
  '',
  'OFFLINE',
  'WAITS_FOR_DEVICE',
  'DOWNLOAD_FAILED',
  'ENABLE_FAILED',
  'NOT_SHOWN',
  'TIMED_OUT',
  'UNSUPPORTED',
  'DEVICE_BUSY',
  'DUPLICATE_MAP',
  'HASH_MISMATCH',
] as const;
export type SyncReason = (typeof syncReasons)[number];

export const deviceMap = z.object({
  id: z.string(),
  device: z.object({
    id: z.string(),
    nickname: z.string(),
    sn: z.string(),
    model: z.string(),
    state: z.enum(['ONLINE', 'SLEEP', 'OFFLINE']),
  }),
  mapId: z.string(),
  mapName: z.string(),
  status: z.enum(deviceMapStatuses),
  /** Installed version; `wanted` is the version it is to have. */
  version: z.number().int().nullable(),
  wanted: z.number().int().nullable(),
  reason: z.enum(syncReasons),
  step: z.enum(['', 'DOWNLOAD', 'ENABLE', 'CLEAN_UP', 'DELETE']),
  attempts: z.number().int(),
  startedAt: moment.nullable(),
  syncedAt: moment.nullable(),
  updatedAt: moment,
  updatedBy: z.string(),
});
export type DeviceMap = z.infer<typeof deviceMap>;

const { deviceOperate, mapList, mapUpdate, mapDelete } = permissions;
const pair = { mapId: z.uuid(), deviceId: z.uuid() };

export const deviceMapCalls = calls('deviceMaps', {
  list: {
    method: 'POST',
    path: 'service/map/device/queryWithPage',
    allow: mapList,
    reads: true,
    input: listInput({
      mapId: z.uuid().optional(),
      deviceId: z.uuid().optional(),
      status: z.enum(deviceMapStatuses).optional(),
    }),
    output: listOf(deviceMap),
  },
  /** Sends the published version to robots, also again after a failure. An offline robot gets it when it is online. */
  send: {
    method: 'POST',
    path: 'service/map/device/send',
    allow: mapUpdate,
    input: z.strictObject({ mapId: z.uuid(), deviceIds: z.array(z.uuid()).min(1).max(100) }),
    output: z.object({
      results: z.array(
        z.object({
          deviceId: z.string(),
          result: z.enum(['STARTED', 'WAITS', 'REFUSED']),
          reason: z.enum(syncReasons),
        }),
      ),
    }),
  },
  /**
   * Requests the active map of a robot; edits made at the robot become a version. An offline robot sends it when it is
   * online. A version that exists already is not stored again. See docs/protocol/maps.md#from-the-robot-to-the-server.
   */
  fetch: {
    method: 'POST',
    path: 'service/map/device/fetch',
    allow: mapUpdate,
    input: z.strictObject(pair),
    output: nothing,
  },
  /**
   * Makes this map the robot's map: enabled, and the robot in relocation on it until a user sets its pose there. A robot
   * that stands on the map already, or that cannot be relocated, only gets it enabled.
   */
  enable: {
    method: 'POST',
    path: 'service/map/device/enable',
    allow: deviceOperate,
    input: z.strictObject(pair),
    output: z.object({
      relocating: z.boolean(),
      /**
       * What is left to do: nothing, the pose in relocation mode, the pose without such a mode, or a person at the robot. The version
       * before does not say.
       */
      next: z.enum(['NOTHING', 'RELOCATE', 'PLACE', 'AT_ROBOT']).default('NOTHING'),
    }),
  },
  /** Deletes the map from a robot. A map that never reached the robot is removed at once. */
  remove: {
    method: 'POST',
    path: 'service/map/device/delete',
    allow: mapDelete,
    input: z.strictObject(pair),
    output: nothing,
  },
});

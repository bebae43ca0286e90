import { z } from 'zod';
import { calls, moment, nothing } from '../grammar/call.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

/** How a map stands on a robot (protocol 2.12). */
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
const standing: Row = { EDITED_ONLINE: 'SYNCING', EDITED_OFFLINE: 'NOT_SYNCED', GONE: 'DELETED_ON_DEVICE' };
const waiting: Row = { SYNC_STARTED: 'SYNCING', DELETED: 'DELETED' };

/** The transitions of protocol 2.12, and no other. A map the robot shows by itself is taken for what the robot says. */
export const deviceMapMoves: Record<DeviceMapStatus, Row> = {
  NOT_SYNCED: { ...waiting, UPLOADED_ENABLED: 'ENABLED', UPLOADED_DISABLED: 'DISABLED' },
  SYNC_FAILED: { ...waiting, UPLOADED_ENABLED: 'ENABLED', UPLOADED_DISABLED: 'DISABLED' },
  SYNCING: { SYNCED: 'ENABLED', SYNC_FAILED: 'SYNC_FAILED', SYNC_LAPSED: 'NOT_SYNCED' },
  ENABLED: { ...standing, USED: 'IN_USE', OTHER_ENABLED: 'DISABLED', DELETED: 'DELETED' },
  DISABLED: { ...standing, ENABLED: 'ENABLED', DELETED: 'DELETED' },
  IN_USE: { ...standing, LEFT: 'ENABLED' },
  DELETED: { SYNC_STARTED: 'SYNCING', UPLOADED_ENABLED: 'ENABLED', UPLOADED_DISABLED: 'DISABLED' },
  DELETED_ON_DEVICE: {
    SYNC_STARTED: 'SYNCING',
    DELETED: 'DELETED',
    UPLOADED_ENABLED: 'ENABLED',
    UPLOADED_DISABLED: 'DISABLED',
  },
};

/** What an event makes of a status; undefined where the table has no such step. */
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
  /** What the robot has and what it is to have. */
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

const { mapList, mapUpdate, mapDelete } = permissions;
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
  /** Sends the published version to robots: a first copy, or again after a failure. An offline robot gets it when it returns. */
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
   * Asks a robot for the map it works by: what was drawn at it and never arrived becomes a version (protocol 2.12). An offline
   * robot brings it when it returns; a version that is here already makes no other.
   */
  fetch: {
    method: 'POST',
    path: 'service/map/device/fetch',
    allow: mapUpdate,
    input: z.strictObject(pair),
    output: nothing,
  },
  /** Makes this map the one the robot works on. */
  enable: {
    method: 'POST',
    path: 'service/map/device/enable',
    allow: mapUpdate,
    input: z.strictObject(pair),
    output: nothing,
  },
  /** Takes the map off a robot. What never reached it is forgotten at once. */
  remove: {
    method: 'POST',
    path: 'service/map/device/delete',
    allow: mapDelete,
    input: z.strictObject(pair),
    output: nothing,
  },
});

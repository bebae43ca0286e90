import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { alarm, command, commandReason } from './device-commands.ts';
import { deviceFilters } from './device-filters.ts';
import {
  bindingStates,
  deviceModels,
  freeze,
  inventoryStates,
  nickname,
  serialNumber,
  tags,
  usageTypes,
  usageStates,
  warranty,
  withoutZones,
} from './device-life.ts';
import { deviceChange } from './device-change.ts';
import { deviceLive } from './device-live.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { because } from '../grammar/reasons/because.ts';
import { vehicleFields } from '../robot/declared/declaration.ts';

export const device = z.object({
  id: z.string(),
  sn: z.string(),
  model: z.enum(deviceModels),
  manufacturer: z.string(),
  nickname: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  site: z.object({ id: z.string(), name: z.string() }).nullable(),
  group: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Last reported position in metres, with the map if it is known; null when never reported. */
  location: z.object({ mapName: z.string().nullable(), x: z.number(), y: z.number() }).nullable(),
  binding: z.enum(bindingStates),
  activatedAt: moment.nullable(),
  usableUntil: moment.nullable(),
  freeze: freeze.nullable(),
  inventory: z.enum(inventoryStates),
  useStatus: z.enum(usageStates),
  usageType: z.enum(usageTypes),
  warranty: warranty.nullable(),
  iccid: z.string().nullable(),
  tags: z.array(z.string()),
  softwareVersion: z.string().nullable(),
  hardwareVersion: z.string().nullable(),
  ...vehicleFields,
  /** How a third-party vehicle names its type; null if it does not. */
  vehicleType: z.string().nullable(),
  live: deviceChange.omit({ id: true }),
  version: z.number().int(),
});
export type Device = z.infer<typeof device>;
const { deviceList, deviceCreate, deviceUpdate, deviceDelete, deviceOperate } = permissions;

export const deviceCalls = calls('devices', {
  list: {
    method: 'POST',
    path: 'service/device/listWithPage',
    allow: deviceList,
    reads: true,
    input: listInput({
      ...deviceFilters,
      sort: sortBy('nickname', 'sn', 'soc', 'state', 'activatedAt', 'lastSeenAt', 'usableUntil').optional(),
    }),
    output: listOf(device),
  },
  /** Tags, the most frequent first. */
  tags: {
    method: 'POST',
    path: 'service/device/tags',
    allow: deviceList,
    reads: true,
    input: z.strictObject({ keyword }),
    output: z.object({ list: z.array(z.object({ tag: z.string(), count: z.number().int() })) }),
  },
  /** Number of visible devices by state, for the list and the welcome page. */
  summary: {
    method: 'POST',
    path: 'service/device/summary',
    allow: deviceList,
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      total: z.number().int(),
      online: z.number().int(),
      sleeping: z.number().int(),
      offline: z.number().int(),
      /** Never activated: neither online nor offline. */
      notActivated: z.number().int(),
      working: z.number().int(),
      charging: z.number().int(),
      fault: z.number().int(),
    }),
  },
  detail: {
    method: 'POST',
    path: 'service/device/detail',
    allow: deviceList,
    reads: true,
    input: byId,
    output: z.object({
      device,
      live: deviceLive,
      openAlarms: z.array(alarm),
      capabilities: z.array(z.string()),
      /** The end of its certificate; missing for a device that signs in with a password. */
      certificateUntil: moment.optional(),
    }),
  },
  /** Registers a robot or a third-party vehicle. The secret is only in this answer. */
  register: {
    method: 'POST',
    path: 'service/device/add',
    allow: deviceCreate,
    input: z.strictObject({
      sn: serialNumber,
      manufacturer: z.string().regex(/^[A-Za-z0-9_.:-]{1,32}$/, because('SERIAL_CHARACTERS')),
      model: z.enum(deviceModels),
      protocol: z.enum(['v3', 'v2']).default('v3'),
      nickname,
      companyId: z.uuid(),
      siteId: z.uuid().optional(),
    }),
    output: z.object({ device, username: z.string(), password: z.string() }),
  },
  update: {
    method: 'POST',
    path: 'service/device/update',
    allow: deviceUpdate,
    input: z.strictObject({
      id: z.uuid(),
      version: z.number().int(),
      nickname: nickname.optional(),
      tags: tags.optional(),
      siteId: z.uuid().nullable().optional(),
    }),
    output: device,
  },
  /** The old secret stops working at once. */
  renewSecret: {
    method: 'POST',
    path: 'service/device/renewSecret',
    allow: deviceUpdate,
    input: byId,
    output: z.object({ username: z.string(), password: z.string() }),
  },
  /** Asks the robot for a new key and certificate; docs/protocol/credentials.md#renewal. */
  rotateCredential: {
    method: 'POST',
    path: 'service/device/rotateCredential',
    allow: deviceUpdate,
    input: z.strictObject({ id: z.uuid(), reason: commandReason }),
    output: command,
  },
  remove: {
    method: 'POST',
    path: 'service/device/delete',
    allow: deviceDelete,
    input: byId,
    output: nothing,
  },
  /** Drives to a point of the map without cleaning; returns the run. */
  navigate: {
    method: 'POST',
    path: 'service/device/navigate',
    allow: deviceOperate,
    input: z.strictObject({
      id: z.uuid(),
      x: z.number().min(-1e6).max(1e6),
      y: z.number().min(-1e6).max(1e6),
      mapId: z.string().max(64).optional(),
      withoutZones,
    }),
    output: z.object({ runId: z.string() }),
  },
  /** Makes the robot flash and sound, so that a person finds it. */
  locate: {
    method: 'POST',
    path: 'service/device/locate',
    allow: deviceOperate,
    input: z.strictObject({
      id: z.uuid(),
      seconds: z.number().int().min(1).max(30).default(10),
      reason: commandReason,
    }),
    output: command,
  },
  /** Sends the robot to its charger. */
  charge: {
    method: 'POST',
    path: 'service/device/charge',
    allow: deviceOperate,
    input: byId.extend({ withoutZones }),
    output: z.object({ runId: z.string() }),
  },
});

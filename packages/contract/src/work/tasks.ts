import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { withoutZones } from '../devices/device-life.ts';
import { permissions } from '../grammar/permissions.ts';
import { run } from './task-runs.ts';
import {
  deviceOutcome,
  lastRunOf,
  manyDevices,
  otherMaps,
  runStates,
  taskDefinition,
  taskStates,
} from './task-values.ts';

export * from './task-runs.ts';
export * from './task-templates.ts';
export * from './task-values.ts';

export const taskSyncStates = ['SYNCED', 'WAITING', 'SENDING', 'FAILED'] as const;

export const task = z.object({
  id: z.string(),
  ...taskDefinition,
  companyName: z.string(),
  device: z.object({ id: z.string(), sn: z.string(), nickname: z.string(), model: z.string() }),
  map: z.object({ id: z.string(), name: z.string() }),
  zones: z.array(z.object({ id: z.string(), name: z.string(), areaM2: z.number() })),
  plannedM2: z.number(),
  /** Site of the device. */
  siteName: z.string().nullable(),
  /** Next planned start. */
  nextDueAt: moment.nullable(),
  nextDueTimezone: z.string().nullable(),
  /** Sync state of the robot's copy; null for a robot that stores no tasks. */
  sync: z.object({ state: z.enum(taskSyncStates), code: z.string() }).nullable(),
  state: z.enum(taskStates),
  /** The open run of the device, if it is a run of this task. */
  openRun: z.object({ id: z.string(), state: z.enum(runStates) }).nullable(),
  /** Whether its robot can pause. A server of the version before does not say, and then offers it. */
  pauses: z.boolean().default(true),
  lastRun: lastRunOf,
  createdAt: moment,
  /** The account that gave the task; null for a task from before this was stored. */
  createdBy: z.string().nullable(),
  updatedAt: moment,
  updatedBy: z.string(),
  version: z.number().int(),
});
export type Task = z.infer<typeof task>;

const { taskList, taskCreate, taskUpdate, taskDelete, taskRun } = permissions;

export const taskCalls = calls('tasks', {
  list: {
    method: 'POST',
    path: 'service/task/queryWithPage',
    allow: taskList,
    reads: true,
    input: listInput({
      keyword,
      deviceId: z.uuid().optional(),
      mapId: z.uuid().optional(),
      state: z.enum(taskStates).optional(),
      sort: sortBy('name', 'updatedAt', 'createdAt').optional(),
    }),
    output: listOf(task),
  },
  detail: {
    method: 'POST',
    path: 'service/task/detail',
    allow: taskList,
    reads: true,
    input: byId,
    output: task,
  },
  create: {
    method: 'POST',
    path: 'service/task/add',
    allow: taskCreate,
    input: z.strictObject({ ...taskDefinition, otherMaps }),
    output: task,
  },
  update: {
    method: 'POST',
    path: 'service/task/update',
    allow: taskUpdate,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), ...taskDefinition, otherMaps }),
    output: task,
  },
  setEnabled: {
    method: 'POST',
    path: 'service/task/setEnabled',
    allow: taskUpdate,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), enabled: z.boolean() }),
    output: task,
  },
  remove: { method: 'POST', path: 'service/task/delete', allow: taskDelete, input: byId, output: nothing },
  /** Undoes a deletion. */
  restore: { method: 'POST', path: 'service/task/restore', allow: taskDelete, input: byId, output: task },
  /** Copies the task to other devices and returns the result per device. */
  copy: {
    method: 'POST',
    path: 'service/task/copy',
    allow: taskCreate,
    input: z.strictObject({ id: z.uuid(), deviceIds: manyDevices }),
    output: z.object({ devices: z.array(deviceOutcome) }),
  },
  /** Sends the tasks of the device again. */
  syncAgain: { method: 'POST', path: 'service/task/syncAgain', allow: taskUpdate, input: byId, output: task },
  start: {
    method: 'POST',
    path: 'service/task/start',
    allow: taskRun,
    input: byId.extend({ withoutZones }),
    output: run,
  },
  /** Cleans now without a stored task; used by “clean an area” on the device page. */
  cleanNow: {
    method: 'POST',
    path: 'service/task/cleanNow',
    allow: taskRun,
    input: z.strictObject({ ...taskDefinition, name: taskDefinition.name.optional(), withoutZones }),
    output: run,
  },
});

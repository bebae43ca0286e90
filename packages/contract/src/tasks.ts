import { z } from 'zod';
import { byId, calls, moment, nothing } from './call.ts';
import { trailPoint } from './device-live.ts';
import { keyword, listInput, listOf, sortBy } from './list.ts';
import { permissions } from './permissions.ts';

/** Cleaning modes and strengths come from the model (`robot/models.ts`); a foreign vehicle's from its factsheet. */
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
export const runOrigins = ['CLOUD', 'SCHEDULE', 'DEVICE_SCHEDULE', 'HMI', 'API'] as const;
export const runKinds = ['CLEANING', 'NAVIGATION'] as const;

const definition = {
  name: z.string().trim().min(1).max(60),
  deviceId: z.uuid(),
  mapId: z.uuid(),
  /** CLEAN zones of the map, cleaned in this order. */
  zoneIds: z.array(z.string().min(1).max(64)).min(1).max(60),
  cleaningMode: z.string().min(1).max(40),
  strength: z.string().min(1).max(40),
  repetitions: z.number().int().min(1).max(99),
  strategy: z.enum(strategies).default('FULL'),
  pattern: z.enum(patterns).default('EDGE_THEN_FILL'),
  finish: z.enum(finishes).default('CHARGE'),
};

export const task = z.object({
  id: z.string(),
  ...definition,
  companyName: z.string(),
  device: z.object({ id: z.string(), sn: z.string(), nickname: z.string(), model: z.string() }),
  map: z.object({ id: z.string(), name: z.string() }),
  zones: z.array(z.object({ id: z.string(), name: z.string(), areaM2: z.number() })),
  plannedM2: z.number(),
  state: z.enum(taskStates),
  /** Of the device this task runs on, when it is this task's. */
  openRun: z.object({ id: z.string(), state: z.enum(runStates) }).nullable(),
  lastRun: z
    .object({
      id: z.string(),
      state: z.enum(runStates),
      endedAt: moment.nullable(),
      coverage: z.number().nullable(),
    })
    .nullable(),
  createdAt: moment,
  updatedAt: moment,
  updatedBy: z.string(),
  version: z.number().int(),
});
export type Task = z.infer<typeof task>;

export const run = z.object({
  id: z.string(),
  kind: z.enum(runKinds),
  name: z.string(),
  taskId: z.string().nullable(),
  device: z.object({ id: z.string(), sn: z.string(), nickname: z.string(), model: z.string() }),
  map: z.object({ id: z.string(), name: z.string() }).nullable(),
  origin: z.enum(runOrigins),
  state: z.enum(runStates),
  phase: z.string(),
  /** Why it is not a success; Annex A of the protocol. */
  code: z.string(),
  by: z.string(),
  areaIndex: z.number().int(),
  areaCount: z.number().int(),
  plannedM2: z.number().nullable(),
  cleanedM2: z.number().nullable(),
  coverage: z.number().nullable(),
  etaS: z.number().nullable(),
  createdAt: moment,
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
});
export type Run = z.infer<typeof run>;

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
    input: z.strictObject(definition),
    output: task,
  },
  update: {
    method: 'POST',
    path: 'service/task/update',
    allow: taskUpdate,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), ...definition }),
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
  start: { method: 'POST', path: 'service/task/start', allow: taskRun, input: byId, output: run },
  /** Cleans now, without keeping a task: what the device page's “clean an area” sends. */
  cleanNow: {
    method: 'POST',
    path: 'service/task/cleanNow',
    allow: taskRun,
    input: z.strictObject({ ...definition, name: definition.name.optional() }),
    output: run,
  },
});

export const runCalls = calls('runs', {
  list: {
    method: 'POST',
    path: 'service/task/run/queryWithPage',
    allow: taskList,
    reads: true,
    input: listInput({
      keyword,
      deviceId: z.uuid().optional(),
      taskId: z.uuid().optional(),
      state: z.array(z.enum(runStates)).optional(),
      open: z.boolean().optional(),
      kind: z.enum(runKinds).optional(),
    }),
    output: listOf(run),
  },
  detail: {
    method: 'POST',
    path: 'service/task/run/detail',
    allow: taskList,
    reads: true,
    input: byId,
    output: run.extend({
      phases: z.array(z.object({ phase: z.string(), at: moment })),
      zones: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          points: z.array(z.object({ x: z.number(), y: z.number() })),
        }),
      ),
    }),
  },
  /** The path so far, oldest first: what the map draws and the cleaned area is computed from. */
  path: {
    method: 'POST',
    path: 'service/task/run/path',
    allow: taskList,
    reads: true,
    input: byId,
    output: z.object({
      runId: z.string(),
      mapId: z.string().nullable(),
      toolWidthM: z.number(),
      points: z.array(trailPoint),
    }),
  },
  pause: { method: 'POST', path: 'service/task/run/pause', allow: taskRun, input: byId, output: run },
  resume: { method: 'POST', path: 'service/task/run/resume', allow: taskRun, input: byId, output: run },
  stop: { method: 'POST', path: 'service/task/run/stop', allow: taskRun, input: byId, output: run },
});

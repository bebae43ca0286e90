import type { MapDetail, Run, Task } from '@sweepline/contract';
import type { RunDetail } from '../../shared/run/run-rules.ts';

export const ids = {
  device: '0193f0c2-7a31-7c55-9d0e-0000000000a1',
  map: '0193f0c2-7a31-7c55-9d0e-0000000000b1',
  task: '0193f0c2-7a31-7c55-9d0e-0000000000c1',
  run: '0193f0c2-7a31-7c55-9d0e-0000000000d1',
};
const device = { id: ids.device, sn: 'J30-0007', nickname: 'Lobby', model: 'J30' };
const map = { id: ids.map, name: 'Ground floor' };
const square = [
  { x: 0, y: 0 },
  { x: 10, y: 0 },
  { x: 10, y: 10 },
  { x: 0, y: 10 },
];

/** A task for two areas of the ground floor; pass only the fields that matter. */
export const aTask = (changes: Partial<Task> = {}): Task => ({
  id: ids.task,
  name: 'Lobby, mornings',
  deviceId: ids.device,
  mapId: ids.map,
  zoneIds: ['z1', 'z2'],
  cleaningMode: 'SCRUB',
  strength: 'STANDARD',
  repetitions: 1,
  strategy: 'FULL',
  pattern: 'EDGE_THEN_FILL',
  finish: 'CHARGE',
  zoneWishes: {},
  siteName: null,
  nextDueAt: null,
  sync: null,
  companyName: 'Sweepline',
  device,
  map,
  zones: [
    { id: 'z1', name: 'Hall', areaM2: 100 },
    { id: 'z2', name: 'Corridor', areaM2: 100 },
  ],
  plannedM2: 200,
  state: 'SYNCHRONIZED',
  openRun: null,
  lastRun: null,
  createdAt: '2030-01-01T08:00:00.000Z',
  updatedAt: '2030-01-01T08:00:00.000Z',
  updatedBy: 'Wei',
  version: 1,
  ...changes,
});

export const aRun = (changes: Partial<Run> = {}): Run => ({
  id: ids.run,
  kind: 'CLEANING',
  name: 'Lobby, mornings',
  taskId: ids.task,
  device,
  map,
  origin: 'CLOUD',
  state: 'IN_PROGRESS',
  phase: 'CLEANING',
  code: '',
  by: 'Wei',
  siteId: null,
  previousId: null,
  nextId: null,
  restCount: 0,
  drivesTo: null,
  areaIndex: 0,
  areaCount: 2,
  areaM2: 240,
  plannedM2: 200,
  cleanedM2: 50,
  coverage: 0.25,
  etaS: 600,
  createdAt: '2030-01-01T08:00:00.000Z',
  startedAt: '2030-01-01T08:00:05.000Z',
  endedAt: null,
  ...changes,
});

export const aRunDetail = (changes: Partial<RunDetail> = {}): RunDetail => ({
  ...aRun(),
  tour: null,
  phases: [{ phase: 'CLEANING', at: '2030-01-01T08:01:00.000Z' }],
  zones: [{ id: 'z1', name: 'Hall', points: square, state: 'CLEANING' }],
  ...changes,
});

export const aMap = (): MapDetail => ({
  ...map,
  companyId: '0193f0c2-7a31-7c55-9d0e-000000000001',
  companyName: 'Sweepline',
  site: null,
  floor: null,
  origin: 'IMPORTED',
  ground: { file: 'ground-picture-0001', width: 200, height: 200, resolution: 0.1, originX: 0, originY: 0 },
  freeM2: 300,
  zoneCount: 2,
  devices: [],
  createdAt: '2030-01-01T08:00:00.000Z',
  updatedAt: '2030-01-01T08:00:00.000Z',
  updatedBy: 'Wei',
  version: 1,
  revision: 1,
  mode: 'IMPORTED',
  statuses: [],
  hasDraft: false,
  hasConflict: false,
  elements: {
    zones: [
      { id: 'z1', type: 'CLEAN', name: 'Hall', points: square },
      { id: 'z2', type: 'CLEAN', name: 'Corridor', points: square.map(({ x, y }) => ({ x: x + 10, y })) },
      { id: 'n1', type: 'NO_GO', name: 'Stairs', points: square },
    ],
    walls: [],
    segments: [],
    slopes: [],
    bumps: [],
    points: [],
  },
});

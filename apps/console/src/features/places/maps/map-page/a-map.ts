import type { MapDetail } from '@sweepline/contract';

/** A hall of 40 × 30 m with one zone; pass only the fields that matter. */
export const aMap = (changes: Partial<MapDetail> = {}): MapDetail => ({
  id: '0193f0c2-7a31-7c55-9d0e-0000000000b1',
  name: 'Ground floor',
  companyId: '0193f0c2-7a31-7c55-9d0e-000000000001',
  companyName: 'Sweepline',
  site: { id: '0193f0c2-7a31-7c55-9d0e-0000000000c1', name: 'Harbour Mall' },
  floor: '1F',
  origin: 'IMPORTED',
  ground: { file: 'ground-file-00001', width: 800, height: 600, resolution: 0.05, originX: 0, originY: 0 },
  freeM2: 1000,
  zoneCount: 1,
  devices: [],
  createdAt: '2030-01-01T00:00:00.000Z',
  updatedAt: '2030-01-01T00:00:00.000Z',
  updatedBy: 'wei',
  version: 1,
  revision: 1,
  mode: 'IMPORTED',
  statuses: [],
  hasDraft: false,
  hasConflict: false,
  elements: {
    zones: [
      {
        id: 'hall',
        type: 'CLEAN',
        name: 'Hall',
        points: [
          { x: 10, y: 10 },
          { x: 20, y: 10 },
          { x: 20, y: 20 },
          { x: 10, y: 20 },
        ],
      },
    ],
    walls: [],
    segments: [],
    slopes: [],
    bumps: [],
    points: [],
  },
  ...changes,
});

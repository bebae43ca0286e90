import type { RunRow } from '../../entities/work/run-table.ts';
import { newId } from '../../platform/runtime/ids.ts';

const at = '2026-01-02T03:04:05.000Z';

/** A run in progress, in the form that the gateway has in memory. */
export const runRow = (): RunRow => ({
  id: newId(),
  companyId: newId(),
  deviceId: newId(),
  taskId: null,
  mapId: null,
  mapVersion: null,
  kind: 'CLEANING',
  name: '',
  origin: 'HMI',
  state: 'IN_PROGRESS',
  phase: 'CLEANING',
  code: '',
  by: '',
  previousId: null,
  skipped: [],
  toured: null,
  areaIndex: 0,
  areaCount: 1,
  plannedM2: 100,
  cleanedM2: 0,
  coverage: null,
  etaS: null,
  plan: {
    cleaningMode: '',
    strength: '',
    repetitions: 1,
    strategy: 'FULL',
    pattern: '',
    finish: 'STAY',
    areas: [],
    toolWidthM: 0.5,
  },
  phases: [],
  createdAt: at,
  startedAt: at,
  endedAt: null,
  pausedAt: null,
  stale: false,
  reportMissing: false,
  taskSeq: 0,
  revision: 0,
});

import type { OtaCounts, OtaPlan, OtaRecord, OtaTaskDetail } from '@sweepline/contract';

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const noCounts: OtaCounts = {
  total: 0,
  waiting: 0,
  initializing: 0,
  upgrading: 0,
  successful: 0,
  failed: 0,
};
export const otaCounts = (changes: Partial<OtaCounts>): OtaCounts => ({ ...noCounts, ...changes });

const stage = { deviceIds: [], upToPct: 100, successPct: 95, soakMinutes: 0, maxFailed: null, failedPct: 2 };

/** The plan of a canary of one robot, and then all. */
export const anOtaPlan = (changes: Partial<OtaPlan> = {}): OtaPlan => ({
  name: 'Night fix',
  packageId: id(1),
  deviceIds: [],
  groupIds: [],
  siteIds: [],
  lateJoiners: true,
  stages: [
    { ...stage, deviceIds: [id(9)], upToPct: null, successPct: 100, soakMinutes: 60, maxFailed: 0 },
    stage,
  ],
  window: null,
  minSoc: 40,
  requireDocked: true,
  allowMobileData: false,
  autoInstall: true,
  force: false,
  deadline: '2030-02-01T00:00:00.000Z',
  maxAtOnce: 50,
  onePerSite: true,
  attempts: 3,
  retryCodes: ['DOWNLOAD'],
  canaryWorsePct: 50,
  ...changes,
});

const noWork = { robots: 0, alarmsPerHour: null, coveragePct: null, areaPerHour: null };

/** A rollout in its first stage. Pass only the fields that matter to the test. */
export const anOtaTask = (changes: Partial<OtaTaskDetail> = {}): OtaTaskDetail => ({
  id: id(2),
  name: 'Night fix',
  kind: 'UPDATE',
  state: 'RUNNING',
  reason: null,
  package: { id: id(1), name: 'Robot 3.5.0', pkgType: 'ROBOT', version: '3.5.0' },
  companyName: 'Sweepline',
  stage: 0,
  stages: 2,
  counts: otaCounts({ total: 10, upgrading: 1, waiting: 9 }),
  createdAt: '2030-01-01T00:00:00.000Z',
  createdBy: 'Wei',
  startedAt: '2030-01-01T01:00:00.000Z',
  endedAt: null,
  deadline: '2030-02-01T00:00:00.000Z',
  force: false,
  revision: 3,
  plan: anOtaPlan(),
  stageRows: [
    {
      counts: otaCounts({ total: 1, upgrading: 1 }),
      startedAt: '2030-01-01T01:00:00.000Z',
      completedAt: null,
      nextAt: null,
    },
    { counts: otaCounts({ total: 9, waiting: 9 }), startedAt: null, completedAt: null, nextAt: null },
  ],
  approvedBy: 'Li',
  approvedAt: '2030-01-01T01:00:00.000Z',
  refusedReasons: '',
  approvalFault: null,
  work: { updated: noWork, others: noWork },
  history: [],
  ...changes,
});

/** The update of the robot Lobby. Pass only the fields that matter to the test. */
export const anOtaRecord = (changes: Partial<OtaRecord> = {}): OtaRecord => ({
  id: id(3),
  taskId: id(2),
  taskName: 'Night fix',
  device: { id: id(9), nickname: 'Lobby', sn: 'J30-0007', model: 'J30' },
  companyName: 'Sweepline',
  siteName: 'Mall',
  pkgType: 'ROBOT',
  fromVersion: '3.4.1',
  toVersion: '3.5.0',
  way: ['3.5.0'],
  stage: 0,
  state: 'INITIALIZING',
  phase: '',
  since: '2030-01-01T01:00:00.000Z',
  pct: null,
  rateBps: null,
  code: '',
  attempt: 1,
  waits: [],
  postponedUntil: null,
  startedAt: null,
  endedAt: null,
  ...changes,
});

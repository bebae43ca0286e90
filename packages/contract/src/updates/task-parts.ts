import { z } from 'zod';
import { moment } from '../grammar/call.ts';
import { approvalFaults } from '../grammar/approvals.ts';
import { otaParams } from '../robot/jobs/job-params.ts';
import { jobWait } from '../robot/jobs/job-values.ts';
import { otaPackageTypes } from '../robot/index.ts';
import {
  otaRecordStates,
  otaTaskKinds,
  otaTaskReasons,
  otaTaskRules,
  otaTaskStates,
  proposedShares,
  retriedCodes,
  updateWaits,
} from './task-values.ts';
import { updateWindow } from './update-window.ts';

const count = z.number().int().min(0);

/** One stage: named robots, or all robots up to a share of the whole. */
export const otaStage = z
  .strictObject({
    /** The canary: robots by name. Empty for a share. */
    deviceIds: z.array(z.uuid()).max(otaTaskRules.maxNamed).default([]),
    /** Percent of all robots that have the version offered after this stage; null for named robots. */
    upToPct: z.number().min(0.1).max(100).nullable().default(null),
    /** Percent of the stage that must be SUCCESSFUL before the next one begins. */
    successPct: z.number().min(0).max(100).default(95),
    /** Waiting time between the last update of this stage and the next stage. */
    soakMinutes: z.number().int().min(0).max(otaTaskRules.maxSoakMinutes).default(0),
    /** Failed robots of the stage that stop the task; null: more than `failedPct` percent of it do. */
    maxFailed: count.max(otaTaskRules.maxRobots).nullable().default(null),
    failedPct: z.number().min(0).max(100).default(2),
  })
  .refine(({ deviceIds, upToPct }) => deviceIds.length > 0 !== (upToPct !== null), { path: ['upToPct'] });
export type OtaStage = z.infer<typeof otaStage>;

const growing = (stages: readonly OtaStage[]): boolean => {
  const shares = stages.flatMap(({ upToPct }) => upToPct ?? []);
  return shares.every((share, n) => n === 0 || share > shares[n - 1]!) && shares.at(-1) === 100;
};

const proposedStages = () => proposedShares.map((upToPct) => otaStage.parse({ upToPct }));

/** What a task installs, where, and how it goes on. */
export const otaPlan = z.strictObject({
  name: z.string().trim().min(1).max(80),
  packageId: z.uuid(),
  /** Robots that the caller's company may update. Without any, all that the package fits. */
  deviceIds: z.array(z.uuid()).max(otaTaskRules.maxRobots).default([]),
  groupIds: z.array(z.uuid()).max(100).default([]),
  siteIds: z.array(z.uuid()).max(500).default([]),
  /** Robots that come to match later get it too, in the last stage. */
  lateJoiners: z.boolean().default(true),
  /** Shares grow and end at 100. */
  stages: z.array(otaStage).min(1).max(otaTaskRules.maxStages).refine(growing).default(proposedStages),
  /** In the local time of the site, where it has no window of its own, or else of the robot. Null: any time where the site has none. */
  window: updateWindow.nullable().default(null),
  minSoc: z.number().int().min(0).max(100).default(40),
  requireDocked: z.boolean().default(true),
  allowMobileData: z.boolean().default(false),
  /** Without it a person confirms at the robot. */
  autoInstall: z.boolean().default(true),
  /** Ignores windows and postponements. It needs a permission of its own. */
  force: z.boolean().default(false),
  /** Robots that did not begin by then fail with EXPIRED. */
  deadline: moment,
  /** Updates at the same time, over all sites. */
  maxAtOnce: z.number().int().min(1).max(otaTaskRules.maxRobots).default(50),
  onePerSite: z.boolean().default(true),
  /** Attempts in all after a code of `retryCodes`. */
  attempts: z.number().int().min(1).max(otaTaskRules.maxAttempts).default(3),
  retryCodes: z.array(z.enum(retriedCodes)).default([...retriedCodes]),
  /** Percent by which the alarms of updated robots per hour may exceed those of the others; null does not compare. */
  canaryWorsePct: z.number().min(0).max(1_000).nullable().default(50),
  /** Brings the robots that this task updated back to the version before, each to its own. */
  rollbackOf: z.uuid().optional(),
  /** By another key than that of the package; with `force`, robots take a version below the minimum. */
  forceSignature: otaParams.shape.forceSignature,
});
export type OtaPlan = z.infer<typeof otaPlan>;

/** Robots by state of their record. WAITING are those of later stages. */
export const otaCounts = z.object({
  total: count,
  waiting: count,
  initializing: count,
  upgrading: count,
  successful: count,
  failed: count,
});
export type OtaCounts = z.infer<typeof otaCounts>;

export const updateWait = jobWait.extend({
  for: z.enum(updateWaits),
  /** The condition holds from then on. */
  until: moment.optional(),
  /** The zone of the site or robot, for a time of its day. */
  timezone: z.string().optional(),
});
export type UpdateWait = z.infer<typeof updateWait>;

/** An update task as a list shows it. */
export const otaTask = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(otaTaskKinds),
  state: z.enum(otaTaskStates),
  reason: z.enum(otaTaskReasons).nullable(),
  package: z.object({
    id: z.string(),
    name: z.string(),
    pkgType: z.enum(otaPackageTypes),
    version: z.string(),
  }),
  companyName: z.string(),
  /** The stage that runs, from 0; null before the start. */
  stage: z.number().int().nullable(),
  stages: z.number().int(),
  counts: otaCounts,
  createdAt: moment,
  createdBy: z.string(),
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
  deadline: moment,
  force: z.boolean(),
  revision: z.number().int(),
});
export type OtaTask = z.infer<typeof otaTask>;

/** How updated robots work beside the others since the first update of the task; null where nothing was measured. */
const work = z.object({
  robots: count,
  alarmsPerHour: z.number().nullable(),
  /** 0–100. */
  coveragePct: z.number().nullable(),
  areaPerHour: z.number().nullable(),
});

export const otaTaskDetail = otaTask.extend({
  plan: otaPlan,
  stageRows: z.array(
    z.object({
      counts: otaCounts,
      startedAt: moment.nullable(),
      /** When its last robot ended; the soak time begins then. */
      completedAt: moment.nullable(),
      /** When the soak time ends. */
      nextAt: moment.nullable(),
    }),
  ),
  approvedBy: z.string().nullable(),
  approvedAt: moment.nullable(),
  /** Of a refused approval; empty otherwise. */
  refusedReasons: z.string(),
  /** Why the caller may not approve the task that waits for it; null otherwise. */
  approvalFault: z.enum(approvalFaults).nullable(),
  work: z.object({ updated: work, others: work }),
  history: z.array(
    z.object({
      at: moment,
      /** Empty for the server. */
      by: z.string(),
      act: z.string(),
      state: z.enum(otaTaskStates),
      reason: z.string(),
    }),
  ),
});
export type OtaTaskDetail = z.infer<typeof otaTaskDetail>;

/** The update of one robot by one task. */
export const otaRecord = z.object({
  id: z.string(),
  taskId: z.string(),
  taskName: z.string(),
  device: z.object({ id: z.string(), nickname: z.string(), sn: z.string(), model: z.string() }),
  companyName: z.string(),
  siteName: z.string().nullable(),
  pkgType: z.enum(otaPackageTypes),
  fromVersion: z.string().nullable(),
  toVersion: z.string(),
  way: z.array(z.string()),
  stage: z.number().int(),
  state: z.enum(otaRecordStates),
  /** Phase of the robot: docs/protocol/files.md#software-updates. Empty before it has the job. */
  phase: z.string(),
  since: moment,
  pct: z.number().nullable(),
  rateBps: z.number().nullable(),
  /** Why it failed: docs/protocol/codes.md#result-codes, `NOT_CONFIRMED` or `FELL_BACK`; else empty. */
  code: z.string(),
  attempt: z.number().int(),
  waits: z.array(updateWait),
  postponedUntil: moment.nullable(),
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
});
export type OtaRecord = z.infer<typeof otaRecord>;

import { jobWaits } from '../robot/jobs/job-values.ts';

/** States of an update task; `otaTaskMoves` has the moves between them. */
export const otaTaskStates = [
  'DRAFT',
  'WAITING_APPROVAL',
  'RUNNING',
  'PAUSED',
  'STOPPED',
  'DONE',
  'CANCELED',
] as const;
export type OtaTaskState = (typeof otaTaskStates)[number];

/** What people, or the server (`STOP`, `FINISH`), do to a task. */
export const otaTaskActs = [
  'UPDATE',
  'SUBMIT',
  'APPROVE',
  'REFUSE',
  'PAUSE',
  'RESUME',
  'RETRY',
  'STOP',
  'FINISH',
  'CANCEL',
] as const;
export type OtaTaskAct = (typeof otaTaskActs)[number];

/**
 * The state after an act, by the state before; an act that is missing is refused. A task that is STOPPED used up its failure budget;
 * RESUME starts a new budget.
 */
export const otaTaskMoves: {
  readonly [State in OtaTaskState]: { readonly [Act in OtaTaskAct]?: OtaTaskState };
} = {
  DRAFT: { UPDATE: 'DRAFT', SUBMIT: 'WAITING_APPROVAL', CANCEL: 'CANCELED' },
  WAITING_APPROVAL: { APPROVE: 'RUNNING', REFUSE: 'DRAFT', CANCEL: 'CANCELED' },
  RUNNING: { PAUSE: 'PAUSED', RETRY: 'RUNNING', STOP: 'STOPPED', FINISH: 'DONE', CANCEL: 'CANCELED' },
  PAUSED: { RESUME: 'RUNNING', RETRY: 'PAUSED', CANCEL: 'CANCELED' },
  STOPPED: { RESUME: 'RUNNING', RETRY: 'STOPPED', CANCEL: 'CANCELED' },
  DONE: { RETRY: 'RUNNING' },
  CANCELED: {},
};

/** Whether an act is possible in a state. */
export const otaTaskMay = (state: OtaTaskState, act: OtaTaskAct): boolean =>
  otaTaskMoves[state][act] !== undefined;

/** Why a task is PAUSED or STOPPED. */
export const otaTaskReasons = ['BY_HAND', 'TOO_MANY_FAILED', 'BELOW_THRESHOLD', 'CANARY_WORSE'] as const;
export type OtaTaskReason = (typeof otaTaskReasons)[number];

/** An update installs a newer version; a rollback the version before. */
export const otaTaskKinds = ['UPDATE', 'ROLLBACK'] as const;

/** The result of an update of one robot, as the specification has it. */
export const otaRecordStates = ['INITIALIZING', 'UPGRADING', 'SUCCESSFUL', 'FAILED'] as const;
export type OtaRecordState = (typeof otaRecordStates)[number];

/** What an update waits for: the robot reports the first ones, the server adds the others. */
export const updateWaits = [
  ...jobWaits,
  'APPROVAL',
  'TASK_PAUSED',
  'STAGE',
  'SITE_WINDOW',
  'SITE_BUSY',
  'LIMIT',
  'POSTPONED',
  'OFFLINE',
  'PLANNED_RUN',
  'EARLIER_VERSION',
  'RETRY_DELAY',
  'CONFIRMATION',
  'PACKAGE_UNLISTED',
] as const;
export type UpdateWaitName = (typeof updateWaits)[number];

/** What becomes of a robot in the preview of a task. Every verdict but `UPDATES` skips it. */
export const previewVerdicts = [
  'UPDATES',
  'UP_TO_DATE',
  'OPEN_RECORD',
  'OTHER_MODEL',
  'NOT_WHITELISTED',
  'NO_WAY',
  'NEEDS_PART',
  'BELOW_MINIMUM',
  'NOT_SUPPORTED',
  'NO_VERSION_BEFORE',
  'FROZEN',
] as const;
export type PreviewVerdict = (typeof previewVerdicts)[number];

/** Result codes of a robot after which another attempt can succeed: docs/protocol/codes.md#result-codes. */
export const retriedCodes = [
  'DOWNLOAD',
  'HASH',
  'EXPIRED',
  'PAUSED_TOO_LONG',
  'NO_PROGRESS',
  'UNPACK',
] as const;

export const otaTaskRules = {
  maxRobots: 20_000,
  maxStages: 10,
  /** Robots of a stage chosen by name. */
  maxNamed: 200,
  maxSoakMinutes: 14 * 24 * 60,
  maxAttempts: 5,
  /** Customers postpone an update this long at most. */
  maxPostponeDays: 14,
  /** After a robot is online again, it must report the new version within this time. */
  confirmMinutes: 10,
} as const;

/** Stages that a new task proposes: shares of all robots, in percent. */
export const proposedShares = [1, 10, 100] as const;

/** Whether a code is among those that a task retries. */
export const isRetriedCode = (code: string): boolean => retriedCodes.some((known) => known === code);

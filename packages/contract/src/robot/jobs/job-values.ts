import { z } from 'zod';
import { identifier, number, oneOf, soft, uuid } from '../wire.ts';

export const jobKinds = ['OTA', 'FILE_PUSH', 'FILE_PULL', 'LOG_PULL', 'MAP_UPLOAD', 'AI_COLLECT'] as const;
export type JobKind = (typeof jobKinds)[number];

/** Phases of an update: docs/protocol/files.md#software-updates. */
export const otaPhases = [
  'NEWEST',
  'DOWNLOADABLE',
  'DOWNLOADING',
  'PAUSED',
  'DOWNLOADED',
  'UNCOMPRESSING',
  'UNPACKED',
  'INSTALLING',
  'FINISHED',
  'ROLLBACK',
  'FAILED',
] as const;
export type OtaPhase = (typeof otaPhases)[number];

/** Phases of logs and files: docs/protocol/files.md#logs-and-files. */
export const transferPhases = [
  'WAITING',
  'PACKING',
  'TRANSFERRING',
  'PAUSED',
  'VERIFYING',
  'FINISHED',
  'FAILED',
  'CANCELED',
] as const;
export type TransferPhase = (typeof transferPhases)[number];

/** Phases of a collection of pictures: docs/protocol/ai.md#phases. */
export const collectPhases = [
  'WAITING',
  'COLLECTING',
  'TRANSFERRING',
  'PAUSED',
  'FINISHED',
  'FAILED',
  'CANCELED',
] as const;
export type CollectPhase = (typeof collectPhases)[number];

/** In these phases of an update the robot refuses `job.cancel`: it ends in the new or in the old software. */
export const uncancelablePhases: readonly string[] = ['INSTALLING', 'ROLLBACK'] satisfies OtaPhase[];

/** What a job waits for: docs/protocol/files.md#waiting. */
export const jobWaits = [
  'CONFIRM',
  'WINDOW',
  'CHARGE',
  'DOCK',
  'RUN',
  'DRIVE',
  'OTHER_JOB',
  'RESUME',
  'MOBILE_DATA',
  'BATTERY',
  'LINK',
  'CONSENT',
  'TASK',
] as const;
export type JobWaitName = (typeof jobWaits)[number];

/** One condition that a job waits for, with the values that explain it. */
export const jobWait = z.object({
  for: oneOf(...jobWaits),
  /** Percent of the battery now, and needed. */
  has: soft(number),
  needs: soft(number),
  /** The update window in the robot's local time, `HH:MM`. */
  from: soft(z.string().max(5)),
  to: soft(z.string().max(5)),
  /** Estimated seconds until the run ends. */
  etaS: soft(number),
});
export type JobWait = z.infer<typeof jobWait>;

/** `detail` of `xJob`. Other fields are allowed and ignored. */
export const jobDetail = z.object({
  waits: soft(z.array(jobWait).max(20)),
  /** The uploaded file of a finished pull. */
  fileId: soft(uuid),
  /** The version of an update. */
  version: soft(identifier),
  /** Pictures of a collection: those that are stored or sent, and those that the server has. */
  collected: soft(z.number().int().min(0).max(1_000_000)),
  uploaded: soft(z.number().int().min(0).max(1_000_000)),
});
export type JobDetail = z.infer<typeof jobDetail>;

/** A robot repeats the report of a phase after this time, because a silent job ends with `NO_PROGRESS`. */
export const jobReportHours = 6;

import { z } from 'zod';
import { jobKinds } from './jobs/job-values.ts';
import { reportedSlot } from './sound/audio-section.ts';
import { cameras, streamTransports } from './video/cameras.ts';
import {
  durable,
  header,
  identifier,
  maybeDurable,
  number,
  oneOf,
  openObject,
  soft,
  text,
  uuid,
  uuidAsSent,
} from './wire.ts';

/** Progress of a long transfer or update; durable when the phase changes. See docs/protocol/files.md#jobs. */
export const xJob = z.object({
  ...header,
  ...maybeDurable,
  jobId: uuid,
  kind: oneOf(...jobKinds),
  phase: identifier,
  pct: soft(number),
  bytesDone: soft(z.number().int()),
  bytesTotal: soft(z.number().int()),
  rateBps: soft(number),
  code: soft(identifier),
  detail: soft(openObject),
  attempt: soft(z.number().int()),
  final: soft(z.boolean()),
});
export type XJob = z.infer<typeof xJob>;

/**
 * Retained snapshot of versions, applied sections and consumables: docs/protocol/settings.md#desired-and-reported and
 * #consumables.
 */
export const xReported = z.object({
  ...header,
  bootId: soft(uuid),
  versions: z.record(z.string().max(64), z.string().max(64)),
  hardware: soft(openObject),
  iccid: soft(identifier),
  imei: soft(identifier),
  networkMode: soft(oneOf('WIFI', '4G', '5G', 'ETH', 'NONE')),
  timezone: soft(identifier),
  currentMapId: soft(identifier),
  sections: z.record(
    z.string().max(64),
    z.object({
      version: z.number().int().min(0),
      hash: z.string().max(64),
      status: oneOf('APPLIED', 'PENDING', 'FAILED', 'LOCAL'),
      code: soft(identifier),
      at: soft(text),
      baseVersion: soft(z.number().int()),
    }),
  ),
  consumables: soft(
    z.array(
      z.object({
        id: identifier,
        name: soft(text),
        remainingPct: number,
        usedHours: soft(number),
        lifeHours: soft(number),
        resets: soft(z.number().int()),
        lastResetAt: soft(text),
      }),
    ),
  ),
  /** Kinds of streams besides VIDEO that it can open: `LOG`, `SSH`. */
  streamKinds: soft(z.array(identifier)),
  /** The public host key of its sshd, as in `known_hosts` without the name. */
  sshHostKey: soft(text),
  cameras: soft(z.array(oneOf(...cameras))),
  streams: soft(z.array(oneOf(...streamTransports))),
  /** What it can do besides the actions of its factsheet, and how it cleans: docs/protocol/capabilities.md. */
  capabilities: soft(z.array(identifier).max(1000)),
  cleaning: soft(openObject),
  /** The slots that it has, and what is in each: docs/protocol/settings.md#audio. */
  audioSlots: soft(z.array(identifier).max(200)),
  audio: soft(z.array(reportedSlot).max(200)),
  algoCatalogue: soft(z.array(openObject)),
  journalDropped: soft(z.number().int()),
});
export type XReported = z.infer<typeof xReported>;

export const xMap = z.object({
  ...header,
  ...durable,
  event: z.enum(['CREATED', 'EDITED', 'RENAMED', 'DELETED']),
  mapId: identifier,
  mapVersion: identifier,
  parentVersion: soft(identifier),
  name: soft(text),
  bytes: soft(z.number().int()),
  sha256: soft(identifier),
});
export type XMap = z.infer<typeof xMap>;

export const xRide = z.object({
  ...header,
  ...maybeDurable,
  rideId: identifier,
  runId: soft(identifier),
  liftId: identifier,
  event: z.enum(['REQUEST', 'STATUS', 'RELEASE']),
  status: oneOf('WAITING', 'ENTERING', 'RIDING', 'EXITING', 'EXITED', 'FINISHED', 'FAILED'),
  fromFloor: soft(identifier),
  toFloor: soft(identifier),
  mapId: soft(identifier),
  code: soft(identifier),
});
export type XRide = z.infer<typeof xRide>;

export const xDriveAck = z.object({
  ...header,
  sessionId: uuid,
  lastSeq: z.number().int().min(0),
  rxGapMs: soft(number),
  v: soft(number),
  w: soft(number),
  limited: soft(oneOf('NONE', 'OBSTACLE', 'CLIFF', 'ESTOP', 'BATTERY')),
  halted: soft(z.boolean()),
});
export type XDriveAck = z.infer<typeof xDriveAck>;

export const requestTypes = [
  'download.url',
  'section.push',
  'ride.config',
  'time',
  'task.definition',
] as const;
/** Request of a robot, repeated with the same requestId until answered: docs/protocol/journal.md#requests. */
export const xRequest = z.object({
  ...header,
  requestId: uuidAsSent,
  type: oneOf(...requestTypes),
  params: openObject.default({}),
});
export type XRequest = z.infer<typeof xRequest>;

import { z } from 'zod';
import { header, identifier, oneOf, openObject, soft, text, uuid, uuidAsSent } from './wire.ts';

/**
 * Commands of one lane run one at a time in `laneSeq` order; lanes run in parallel:
 * docs/protocol/commands.md#life-of-a-command.
 */
export const lanes = ['MOTION', 'CONFIG', 'TRANSFER', 'SESSION', 'SYSTEM'] as const;
export type Lane = (typeof lanes)[number];

export const xCommand = z.object({
  ...header,
  /** Equal on every resend. */
  commandId: uuid,
  type: z.string().regex(/^[a-z]+(\.[a-zA-Z]+)*$/),
  lane: z.enum(lanes),
  laneSeq: z.number().int().min(1).max(4_294_967_295),
  issuedAt: text,
  /**
   * From this moment of the server's clock the robot must not start the command. Required and validated: an unreadable
   * value would mean no expiry.
   */
  expiresAt: z.iso.datetime(),
  /**
   * Time left until `expiresAt` when this attempt was sent, at least one second. Robots that do not estimate the server's
   * clock start the command within this time after receipt.
   */
  ttlMs: z.number().int().min(1000).max(2_592_000_000),
  /** Longest run after ACCEPTED. */
  timeoutMs: z.number().int().min(1000).max(86_400_000),
  attempt: z.number().int().min(1).max(6),
  serverTime: soft(text),
  params: openObject,
});
export type XCommand = z.infer<typeof xCommand>;

export const xDesired = z.object({
  ...header,
  docVersion: z.number().int().min(0),
  sections: z.record(
    z.string(),
    z.object({
      version: z.number().int().min(0),
      /** sha256 of the canonical JSON, hex. */
      hash: z.string().regex(/^[0-9a-f]{64}$/),
      inline: z.unknown().optional(),
      bytes: soft(z.number().int().min(0)),
    }),
  ),
});
export type XDesired = z.infer<typeof xDesired>;

/** The messages are stored; the robot may delete them: docs/protocol/journal.md#acknowledgement. */
export const xAck = z.object({ ...header, acks: z.array(uuidAsSent).min(1).max(100), serverTime: text });
export type XAck = z.infer<typeof xAck>;

export const xResponse = z.object({
  ...header,
  requestId: uuidAsSent,
  status: z.enum(['OK', 'ERROR']),
  code: soft(identifier),
  result: soft(openObject),
  serverTime: soft(text),
});
export type XResponse = z.infer<typeof xResponse>;

export const xDrive = z.object({
  ...header,
  sessionId: uuid,
  seq: z.number().int().min(0).max(4_294_967_295),
  /** Age of the operator's input when the server sent it. */
  ageMs: z.number().int().min(0).max(60_000),
  deadman: z.boolean(),
  /** m/s, forward positive. */
  v: z.number().min(-0.6).max(0.6),
  /** rad/s, left positive. */
  w: z.number().min(-1).max(1),
});
export type XDrive = z.infer<typeof xDrive>;

export const xLift = z.object({
  ...header,
  rideId: identifier,
  seq: z.number().int().min(0),
  liftId: identifier,
  carId: soft(identifier),
  grant: oneOf('QUEUED', 'GRANTED', 'DENIED', 'REVOKED'),
  queuePos: soft(z.number().int()),
  currentFloor: soft(identifier),
  targetFloor: soft(identifier),
  door: oneOf('CLOSED', 'OPENING', 'OPEN', 'CLOSING'),
  motion: soft(oneOf('STOPPED', 'UP', 'DOWN')),
  liftMode: oneOf('NORMAL', 'ROBOT', 'FIRE', 'EMERGENCY', 'OFFLINE'),
  leaseExpiry: soft(text),
  serverTime: soft(text),
});
export type XLift = z.infer<typeof xLift>;

interface CommandRule {
  lane: Lane;
  /** Interactive: refused at once when the robot is offline. Deferred: waits for it. */
  class: 'INTERACTIVE' | 'DEFERRED';
  ttlMs: number;
  timeoutMs: number;
}
const second = 1000;
const day = 86_400 * second;
const at = (lane: Lane, kind: CommandRule['class'], ttlMs: number, timeoutMs: number): CommandRule => ({
  lane,
  class: kind,
  ttlMs,
  timeoutMs,
});

/** Commands that the server sends: docs/protocol/commands.md#types. */
export const commandTypes = {
  ping: at('SYSTEM', 'INTERACTIVE', 5 * second, 5 * second),
  'stream.rate': at('SESSION', 'INTERACTIVE', 10 * second, 5 * second),
  locate: at('SYSTEM', 'INTERACTIVE', 10 * second, 10 * second),
  'audio.play': at('SYSTEM', 'INTERACTIVE', 10 * second, 10 * second),
  'audio.stop': at('SYSTEM', 'INTERACTIVE', 10 * second, 10 * second),
  'relocation.enter': at('MOTION', 'INTERACTIVE', 10 * second, 20 * second),
  'relocation.exit': at('MOTION', 'INTERACTIVE', 10 * second, 20 * second),
  'chassis.selfCheck': at('MOTION', 'INTERACTIVE', 10 * second, 120 * second),
  'parts.set': at('MOTION', 'INTERACTIVE', 5 * second, 10 * second),
  'ride.start': at('MOTION', 'INTERACTIVE', 10 * second, 20 * second),
  'teleop.open': at('SESSION', 'INTERACTIVE', 5 * second, 10 * second),
  'teleop.close': at('SESSION', 'INTERACTIVE', 5 * second, 10 * second),
  'stream.open': at('SESSION', 'INTERACTIVE', 10 * second, 15 * second),
  'stream.close': at('SESSION', 'INTERACTIVE', 10 * second, 15 * second),
  'device.reboot': at('SYSTEM', 'INTERACTIVE', 10 * second, 300 * second),
  'consumable.reset': at('CONFIG', 'DEFERRED', 7 * day, 30 * second),
  'settings.restoreDefaults': at('CONFIG', 'DEFERRED', day, 60 * second),
  'device.freeze': at('SYSTEM', 'DEFERRED', 7 * day, 60 * second),
  'device.unfreeze': at('SYSTEM', 'DEFERRED', 7 * day, 60 * second),
  'device.unbind': at('SYSTEM', 'DEFERRED', 30 * day, 300 * second),
  'device.rotateCredential': at('SYSTEM', 'DEFERRED', 7 * day, 300 * second),
  'log.list': at('TRANSFER', 'INTERACTIVE', 10 * second, 15 * second),
  'job.logPull': at('TRANSFER', 'DEFERRED', 7 * day, 60 * second),
  'job.filePush': at('TRANSFER', 'DEFERRED', 7 * day, 60 * second),
  'job.filePull': at('TRANSFER', 'DEFERRED', 7 * day, 60 * second),
  'job.ota': at('TRANSFER', 'DEFERRED', 30 * day, 60 * second),
  'job.mapUpload': at('TRANSFER', 'DEFERRED', 7 * day, 60 * second),
  'job.aiCollect': at('TRANSFER', 'DEFERRED', 7 * day, 60 * second),
  'job.pause': at('TRANSFER', 'DEFERRED', 7 * day, 30 * second),
  'job.resume': at('TRANSFER', 'DEFERRED', 7 * day, 30 * second),
  'job.cancel': at('TRANSFER', 'DEFERRED', 7 * day, 30 * second),
  'command.cancel': at('SYSTEM', 'DEFERRED', day, 10 * second),
} as const satisfies Record<string, CommandRule>;
export type CommandType = keyof typeof commandTypes;

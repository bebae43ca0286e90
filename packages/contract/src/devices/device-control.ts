import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';

/** Chassis control (protocol 2.8): a person drives a robot from afar, one at a time. */
export const driveStates = ['OPENING', 'ACTIVE', 'HALTED', 'CLOSING', 'CLOSED'] as const;
export type DriveState = (typeof driveStates)[number];
/** How a session came to its end. */
export const driveEnds = [
  'RELEASED',
  'HANDED_OVER',
  'TAKEN_OVER',
  'LEASE_ENDED',
  'IDLE',
  'TIME_UP',
  'LINK_TOO_SLOW',
  'OFFLINE',
  'RIGHT_ENDED',
  'ROBOT_ENDED',
  'REFUSED',
  'RESTARTED',
] as const;
export type DriveEnd = (typeof driveEnds)[number];
export const driveLimits = ['NONE', 'OBSTACLE', 'CLIFF', 'ESTOP', 'BATTERY'] as const;
/** By which right somebody drives: the company's own, or a share. */
export const driveRights = ['COMPANY', 'SHARE'] as const;
export type DriveRight = (typeof driveRights)[number];

export const driveRules = {
  /** After so long without a word of the driver somebody else may take over. */
  leaseMs: 10_000,
  /** What a driver handed over stays kept for whom it was meant. */
  reservedMs: 15_000,
  /** After the right password. */
  grantMs: 15 * 60_000,
  maxV: { least: 0.05, most: 0.6, usual: 0.4 },
  maxW: 0.6,
} as const;

const driver = z.object({ accountId: z.string(), name: z.string() });

/** Who drives a device now, and how it goes. */
export const driveStatus = z.object({
  deviceId: z.string(),
  session: z
    .object({
      id: z.string(),
      state: z.enum(driveStates),
      driver,
      since: moment,
      maxV: z.number(),
      /** The link is slow, so it drives at half the speed. */
      slowed: z.boolean(),
      limited: z.enum(driveLimits),
      v: z.number(),
      w: z.number(),
      /** Server to robot and back, the median of three seconds. */
      latencyMs: z.number().nullable(),
      /** The newest frame of the driver's page, and how long it lay here: the page measures its own way by it. */
      heard: z.object({ seq: z.number(), agoMs: z.number() }).nullable(),
    })
    .nullable(),
  /** Who asked the driver to hand over. */
  asking: z.array(driver),
  /** For whom the wheel is kept. */
  reservedFor: driver.nullable(),
  /** How the last session ended, for its driver's page. */
  ended: z.object({ sessionId: z.string(), code: z.enum(driveEnds), by: z.string() }).nullable(),
});
export type DriveStatus = z.infer<typeof driveStatus>;

/** What a page sends ten times a second while the driver holds on, and thrice with `deadman: false` when they let go. */
export const driveFrame = z.strictObject({
  session: z.uuid(),
  seq: z.number().int().min(0).max(4_294_967_295),
  /** The page's own clock, in milliseconds: only differences count. */
  at: z.number().min(0),
  deadman: z.boolean(),
  v: z.number().min(-1).max(1),
  w: z.number().min(-1).max(1),
});
export type DriveFrame = z.infer<typeof driveFrame>;

const speed = z.number().min(driveRules.maxV.least).max(driveRules.maxV.most);
const reason = z.string().trim().max(200).default('');

/** Whose record decides who may: the company's people by their role, others by what was shared with them. */
export const deviceControlCalls = calls('deviceControl', {
  /** What this person may do here, and what stands in the way. */
  standing: {
    method: 'POST',
    path: 'service/deviceControl/detail',
    allow: 'signedIn',
    reads: true,
    input: byId,
    output: z.object({
      /** Null: they may look and not drive. */
      right: z.enum(driveRights).nullable(),
      /** They may take the wheel from somebody, giving a reason. */
      mayTakeOver: z.boolean(),
      supported: z.boolean(),
      /** Whether a control-permission password is set for it. */
      password: z.boolean(),
      /** Until when this session needs no password. */
      grantedUntil: moment.nullable(),
      status: driveStatus,
    }),
  },
  /** The control-permission password. The right one opens control for a while, for this session alone. */
  unlock: {
    method: 'POST',
    path: 'service/deviceControl/unlock',
    allow: 'signedIn',
    input: z.strictObject({ id: z.uuid(), password: z.string().min(1).max(128) }),
    output: z.object({ until: moment }),
  },
  /** Takes the wheel. With `takeOver` from whoever has it, which needs a reason. */
  open: {
    method: 'POST',
    path: 'service/deviceControl/open',
    allow: 'signedIn',
    input: z.strictObject({
      id: z.uuid(),
      maxV: speed.default(driveRules.maxV.usual),
      reason,
      takeOver: z.boolean().default(false),
    }),
    output: z.object({ sessionId: z.string(), maxV: z.number(), maxW: z.number() }),
  },
  /** Asks the driver to hand over. */
  ask: {
    method: 'POST',
    path: 'service/deviceControl/ask',
    allow: 'signedIn',
    input: byId,
    output: nothing,
  },
  /** The driver hands over to somebody who asked. */
  handOver: {
    method: 'POST',
    path: 'service/deviceControl/handOver',
    allow: 'signedIn',
    input: z.strictObject({ id: z.uuid(), accountId: z.uuid() }),
    output: nothing,
  },
  /** Gives the wheel back; a run that was held goes on, or stays paused. */
  close: {
    method: 'POST',
    path: 'service/deviceControl/close',
    allow: 'signedIn',
    input: z.strictObject({ id: z.uuid(), resume: z.boolean() }),
    output: nothing,
  },
});

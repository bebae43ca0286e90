import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';

/** Remote driving, one driver per robot: docs/protocol/drive.md#session. */
export const driveStates = ['OPENING', 'ACTIVE', 'HALTED', 'CLOSING', 'CLOSED'] as const;
export type DriveState = (typeof driveStates)[number];
/** Why a session ended. */
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
/** The right a driver uses: a permission in the device's company, or a share. */
export const driveRights = ['COMPANY', 'SHARE'] as const;
export type DriveRight = (typeof driveRights)[number];

export const driveRules = {
  /** After this time without a frame of the driver, another user may take over. */
  leaseMs: 10_000,
  /** After a hand-over, control stays reserved for the receiver for this time. */
  reservedMs: 15_000,
  /** How long the control password unlocks a session. */
  grantMs: 15 * 60_000,
  maxV: { least: 0.05, most: 0.6, usual: 0.4 },
  maxW: 0.6,
} as const;

const driver = z.object({ accountId: z.string(), name: z.string() });

/** The current driving session of a device, with requests and reservation. */
export const driveStatus = z.object({
  deviceId: z.string(),
  session: z
    .object({
      id: z.string(),
      state: z.enum(driveStates),
      driver,
      since: moment,
      maxV: z.number(),
      /** The link is slow, so the speed limit is halved. */
      slowed: z.boolean(),
      limited: z.enum(driveLimits),
      v: z.number(),
      w: z.number(),
      /** Server to robot and back, the median of three seconds. */
      latencyMs: z.number().nullable(),
      /** The newest frame received and its age on the server: the page computes its own latency from them. */
      heard: z.object({ seq: z.number(), agoMs: z.number() }).nullable(),
    })
    .nullable(),
  /** Users who asked the driver to hand over. */
  asking: z.array(driver),
  /** The user for whom control is reserved. */
  reservedFor: driver.nullable(),
  /** Why the last session ended, for its driver's page. */
  ended: z.object({ sessionId: z.string(), code: z.enum(driveEnds), by: z.string() }).nullable(),
});
export type DriveStatus = z.infer<typeof driveStatus>;

/**
 * Sent ten times a second while the dead-man switch is held. On release the page sends three frames with
 * `deadman: false`.
 */
export const driveFrame = z.strictObject({
  session: z.uuid(),
  seq: z.number().int().min(0).max(4_294_967_295),
  /** The page's clock in milliseconds; only differences are used. */
  at: z.number().min(0),
  deadman: z.boolean(),
  v: z.number().min(-1).max(1),
  w: z.number().min(-1).max(1),
});
export type DriveFrame = z.infer<typeof driveFrame>;

const speed = z.number().min(driveRules.maxV.least).max(driveRules.maxV.most);
const reason = z.string().trim().max(200).default('');

/**
 * Allowed for every signed-in account; the handler checks the device. Accounts of the company need the permission of
 * their role, other accounts need a share.
 */
export const deviceControlCalls = calls('deviceControl', {
  /** What the caller may do with this device, and what prevents it. */
  standing: {
    method: 'POST',
    path: 'service/deviceControl/detail',
    allow: 'signedIn',
    reads: true,
    input: byId,
    output: z.object({
      /** Null: the caller may watch and not drive. */
      right: z.enum(driveRights).nullable(),
      /** The caller may take over from another driver, with a reason. */
      mayTakeOver: z.boolean(),
      supported: z.boolean(),
      /** Whether a control-permission password is set for it. */
      password: z.boolean(),
      /** Until when this login session needs no password. */
      grantedUntil: moment.nullable(),
      status: driveStatus,
    }),
  },
  /** Checks the control-permission password and unlocks control for `grantMs`, for this login session only. */
  unlock: {
    method: 'POST',
    path: 'service/deviceControl/unlock',
    allow: 'signedIn',
    input: z.strictObject({ id: z.uuid(), password: z.string().min(1).max(128) }),
    output: z.object({ until: moment }),
  },
  /** Starts driving. With `takeOver` it replaces the current driver; a reason is then required. */
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
  /** Asks the current driver to hand over. */
  ask: {
    method: 'POST',
    path: 'service/deviceControl/ask',
    allow: 'signedIn',
    input: byId,
    output: nothing,
  },
  /** The driver hands over to a user who asked. */
  handOver: {
    method: 'POST',
    path: 'service/deviceControl/handOver',
    allow: 'signedIn',
    input: z.strictObject({ id: z.uuid(), accountId: z.uuid() }),
    output: nothing,
  },
  /** Ends driving; a paused run is resumed, or stays paused. */
  close: {
    method: 'POST',
    path: 'service/deviceControl/close',
    allow: 'signedIn',
    input: z.strictObject({ id: z.uuid(), resume: z.boolean() }),
    output: nothing,
  },
});

import { z } from 'zod';
import { calls, moment, nothing } from '../grammar/call.ts';
import { permissions } from '../grammar/permissions.ts';
import { selfCheckItems } from '../robot/self-check.ts';
import type { Topic } from '../topics.ts';
import { computerState, connectionStates } from '../devices/device-live.ts';

const { deviceList, deviceLiveLog } = permissions;
const byDevice = z.strictObject({ deviceId: z.uuid() });

/** What can be known about a robot without a shell. */
export const diagnosis = z.object({
  link: z.object({
    state: z.enum(connectionStates),
    /** GRACEFUL, BROKEN, REVOKED …; empty while online. */
    reason: z.string(),
    since: moment.nullable(),
    lastSeenAt: moment.nullable(),
    /** WIFI, 4G …; empty: not reported. */
    network: z.string(),
    rssiDbm: z.number().nullable(),
    /** Ends of the connection in the last 24 hours; null: unknown. */
    drops: z.number().int().nullable(),
    /** Time online ÷ time of the last 24 hours, 0–1; null: unknown. */
    onlineShare: z.number().nullable(),
  }),
  /** The robot's computer, with the time of its report; null: never reported. */
  computer: computerState.extend({ at: moment }).nullable(),
  versions: z.record(z.string(), z.string()),
  /** The newest self-check. */
  selfCheck: z
    .object({
      at: moment,
      by: z.string(),
      /** The state of the command. */
      state: z.string(),
      results: z.partialRecord(z.enum(selfCheckItems), z.enum(['OK', 'FAIL', 'ABSENT'])),
    })
    .nullable(),
  /** The robot can send its log while it is read. */
  liveLog: z.boolean(),
});
export type Diagnosis = z.infer<typeof diagnosis>;

/** Why no lines come. */
export const liveLogStates = ['STARTING', 'RUNNING', 'ENDED', 'FAILED'] as const;
export const liveLogPiece = z.object({
  state: z.enum(liveLogStates),
  /** As the robot wrote them, oldest first: ISO time, level, module, text, separated by blanks. */
  lines: z.array(z.string()),
  /** Lines that were left out, because more came than 50 kB a second. */
  skipped: z.number().int(),
});
export type LiveLogPiece = z.infer<typeof liveLogPiece>;

/** The log of a robot as it writes it, for those who opened it. */
export const liveLogTopic = (deviceId: string): Topic<typeof liveLogPiece> => ({
  name: `/ws/liveLog/${deviceId}`,
  message: liveLogPiece,
});

export const liveLogRules = {
  /** The page confirms that it reads this often; without it the log ends after `goneMs`. */
  keepOnMs: 10_000,
  goneMs: 30_000,
} as const;

export const diagnosisCalls = calls('diagnosis', {
  detail: {
    method: 'POST',
    path: 'service/device/diagnosis/detail',
    allow: deviceList,
    reads: true,
    input: byDevice,
    output: diagnosis,
  },
  /** Reads the log of a robot as it writes it. People who read the same robot share one stream. */
  openLog: {
    method: 'POST',
    path: 'service/device/liveLog/open',
    allow: deviceLiveLog,
    input: byDevice,
    output: nothing,
  },
  keepLog: {
    method: 'POST',
    path: 'service/device/liveLog/keepOn',
    allow: deviceLiveLog,
    reads: true,
    background: true,
    input: byDevice,
    output: nothing,
  },
  closeLog: {
    method: 'POST',
    path: 'service/device/liveLog/close',
    allow: deviceLiveLog,
    input: byDevice,
    output: nothing,
  },
});

import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { cameras } from '../robot/video/cameras.ts';
import { shellReasons } from './shells/shell-session.ts';
import { driveEnds } from '../devices/device-control.ts';
import { videoViewEnds, viewRights } from './video/device-video.ts';
import { recordingEnds, recordingStates } from './video/video-recordings.ts';

/**
 * VIEW: a person watched a camera. RECORDING: a person recorded one. DRIVE: a person drove the robot by hand. SHELL: a person
 * opened a shell on it.
 */
export const remoteAccessKinds = ['VIEW', 'RECORDING', 'DRIVE', 'SHELL'] as const;
export type RemoteAccessKind = (typeof remoteAccessKinds)[number];

/** One time that a person reached a robot from afar. */
export const remoteAccess = z.object({
  id: z.string(),
  kind: z.enum(remoteAccessKinds),
  /** Null after the robot went to another company. */
  device: z.object({ id: z.string(), nickname: z.string(), sn: z.string() }).nullable(),
  /** The company that had the robot. */
  deviceCompany: z.string(),
  person: z.string(),
  /** The company of the person. */
  company: z.string(),
  byRight: z.enum(viewRights),
  reason: z.string(),
  openedAt: moment,
  endedAt: moment.nullable(),
  /** Of a view or a recording. */
  camera: z.enum(cameras).nullable(),
  /** Of a view or a drive. */
  end: z.enum([...videoViewEnds, ...driveEnds]).nullable(),
  /** Of a shell. */
  shellEnd: z.enum(shellReasons).nullable(),
  /** Of a recording. */
  recordingEnd: z.enum(recordingEnds).nullable(),
  /** What was kept: of a recording, whose id is that of the entry. */
  kept: z
    .object({ state: z.enum(recordingStates), durationMs: z.number(), bytes: z.number(), until: moment })
    .nullable(),
  /** Who ended a recording, a drive or a shell, if not the person. */
  endedBy: z.string(),
  /** Of a drive. */
  distanceM: z.number().nullable(),
});
export type RemoteAccess = z.infer<typeof remoteAccess>;

const filters = {
  /** Name of the person. */
  keyword,
  kind: z.enum(remoteAccessKinds).optional(),
  deviceId: z.uuid().optional(),
  companyId: z.uuid().optional(),
};

/** Who watched, recorded or drove the robots or opened shells on those of a company, for that company and those above it. */
export const remoteAccessCalls = calls('remoteAccess', {
  list: {
    method: 'POST',
    path: 'service/remoteAccess/queryWithPage',
    allow: permissions.remoteAccess,
    reads: true,
    input: listInput({ ...filters, from: moment.optional(), to: moment.optional() }),
    output: listOf(remoteAccess),
  },
  /** At most a month, newest first, as CSV. */
  export: {
    method: 'POST',
    path: 'service/remoteAccess/export',
    kind: 'bytes',
    allow: permissions.remoteAccessExport,
    reads: true,
    input: z.strictObject({ ...filters, from: moment, to: moment }),
    output: z.unknown(),
  },
});

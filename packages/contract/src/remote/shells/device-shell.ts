import { z } from 'zod';
import { byId, calls, moment, nothing } from '../../grammar/call.ts';
import { keyword, listInput, listOf } from '../../grammar/list.ts';
import { permissions } from '../../grammar/permissions.ts';
import { shellRules, shellSession, shellStanding, shellStates } from './shell-session.ts';

const { deviceShell, deviceShellApprove, deviceList, remoteAccess } = permissions;
const path = 'service/ssh';
const reason = z.string().trim().min(1).max(200);
const terminal = {
  cols: z.number().int().min(20).max(500).default(80),
  rows: z.number().int().min(5).max(200).default(24),
};

export const shellRecording = z.object({
  cols: z.number().int(),
  rows: z.number().int(),
  /** Milliseconds since it was opened. */
  durationMs: z.number(),
  /** Output: milliseconds and text, in order. */
  output: z.array(z.tuple([z.number(), z.string()])),
  /** Input, if it was asked for. Keys that the robot did not echo are dots. */
  input: z.array(z.tuple([z.number(), z.string()])).nullable(),
});
export type ShellRecording = z.infer<typeof shellRecording>;

/** Shells on robots. A share or an impersonating session never opens, joins or replays one. */
export const shellCalls = calls('shell', {
  standing: {
    method: 'POST',
    path: `${path}/standing`,
    allow: deviceList,
    reads: true,
    input: z.strictObject({ deviceId: z.uuid() }),
    output: shellStanding,
  },
  /** Requests a shell. One that needs no approval may be opened at once. */
  request: {
    method: 'POST',
    path: `${path}/request`,
    allow: deviceShell,
    input: z.strictObject({
      deviceId: z.uuid(),
      reason,
      minutes: z.number().int().min(1).max(shellRules.maxMinutes),
      /** Without approvals, by a super admin. Everyone concerned is notified. */
      breakGlass: z.boolean().default(false),
    }),
    output: shellSession,
  },
  approve: {
    method: 'POST',
    path: `${path}/approve`,
    allow: deviceShellApprove,
    input: byId,
    output: shellSession,
  },
  refuse: {
    method: 'POST',
    path: `${path}/refuse`,
    allow: deviceShellApprove,
    input: z.strictObject({ id: z.uuid(), reason }),
    output: shellSession,
  },
  /** Opens an approved shell, for the person who requested it. It does not wait for the robot. */
  open: {
    method: 'POST',
    path: `${path}/open`,
    allow: deviceShell,
    input: z.strictObject({ id: z.uuid(), ...terminal }),
    output: shellSession,
  },
  /** Observes a running shell. The observer is recorded, and all who see it are shown the name. */
  join: {
    method: 'POST',
    path: `${path}/join`,
    allow: [deviceShell, deviceShellApprove],
    allowWhileImpersonating: false,
    input: byId,
    output: shellSession,
  },
  /** Ends a shell or withdraws a request: the requester, and who may approve it. */
  close: {
    method: 'POST',
    path: `${path}/close`,
    allow: [deviceShell, deviceShellApprove],
    input: byId,
    output: shellSession,
  },
  /** Output of a running shell from a place on, for its requester and observers. */
  output: {
    method: 'POST',
    path: `${path}/output`,
    allow: [deviceShell, deviceShellApprove],
    reads: true,
    allowWhileImpersonating: false,
    input: z.strictObject({ id: z.uuid(), from: z.number().int().min(0) }),
    output: z.object({ from: z.number().int(), text: z.string() }),
  },
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow: [deviceShell, deviceShellApprove, remoteAccess],
    reads: true,
    input: listInput({
      /** Name of the requester. */
      keyword,
      deviceId: z.uuid().optional(),
      state: z.array(z.enum(shellStates)).optional(),
    }),
    output: listOf(shellSession),
  },
  detail: {
    method: 'POST',
    path: `${path}/detail`,
    allow: [deviceShell, deviceShellApprove, remoteAccess],
    reads: true,
    input: byId,
    output: shellSession,
  },
  /** The recording of an ended shell. What was typed is an answer to people who may approve, with a reason, and is audited. */
  recording: {
    method: 'POST',
    path: `${path}/recording`,
    allow: [deviceShell, deviceShellApprove, remoteAccess],
    allowWhileImpersonating: false,
    input: z.strictObject({
      id: z.uuid(),
      withInput: z.boolean().default(false),
      reason: z.string().trim().max(200).default(''),
    }),
    output: shellRecording,
  },
  /** Whether people of other companies need an approval of this company for a shell on its robots. */
  policy: {
    method: 'POST',
    path: `${path}/policy/detail`,
    allow: deviceShellApprove,
    reads: true,
    input: z.strictObject({ companyId: z.uuid() }),
    output: z.object({ ownerApproves: z.boolean(), changedAt: moment.nullable(), changedBy: z.string() }),
  },
  setPolicy: {
    method: 'POST',
    path: `${path}/policy/update`,
    allow: deviceShellApprove,
    input: z.strictObject({ companyId: z.uuid(), ownerApproves: z.boolean() }),
    output: nothing,
  },
});

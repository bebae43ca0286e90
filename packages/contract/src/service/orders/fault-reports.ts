import { z } from 'zod';
import { byId, calls, moment, nothing } from '../../grammar/call.ts';
import { permissions } from '../../grammar/permissions.ts';
import { faultChoiceNames, maxFaultPictures } from './fault-report-values.ts';
import { maxPictureBytes, workOrderStates } from './work-order-values.ts';

export const faultCodeStates = ['OPEN', 'REVOKED'] as const;

/** A QR code on a robot. The token is only in the answer that makes it: the server stores its hash. */
export const faultCode = z.object({
  id: z.string(),
  deviceId: z.string(),
  /** Where the label is stuck, for example. */
  note: z.string(),
  state: z.enum(faultCodeStates),
  createdAt: moment,
  createdBy: z.string(),
  revokedAt: moment.nullable(),
  revokedBy: z.string().nullable(),
  reports: z.number().int(),
  lastReportAt: moment.nullable(),
});
export type FaultCode = z.infer<typeof faultCode>;

const token = z.strictObject({ token: z.string().min(1).max(100) });

/** QR codes of a robot, made, printed and revoked on its page. */
export const faultCodeCalls = calls('faultCodes', {
  list: {
    method: 'POST',
    path: 'service/faultCode/query',
    allow: permissions.deviceList,
    reads: true,
    input: z.strictObject({ deviceId: z.uuid() }),
    output: z.object({ list: z.array(faultCode) }),
  },
  add: {
    method: 'POST',
    path: 'service/faultCode/add',
    allow: permissions.deviceUpdate,
    input: z.strictObject({ deviceId: z.uuid(), note: z.string().trim().max(100).default('') }),
    output: z.object({ token: z.string(), code: faultCode }),
  },
  /** Effective at once: the next scan is answered like an unknown code. */
  revoke: {
    method: 'POST',
    path: 'service/faultCode/revoke',
    allow: permissions.deviceUpdate,
    input: byId,
    output: nothing,
  },
});

/** What a person without an account may do with a code. */
export const faultReportCalls = calls('faultReports', {
  /** The robot of a code. An unknown and a revoked code have the same answer. */
  look: {
    method: 'POST',
    path: 'service/faultReport/look',
    allow: 'everyone',
    reads: true,
    input: token,
    output: z.object({ nickname: z.string(), model: z.string() }),
  },
  /** Makes a work order, or a comment on the open one. `receipt` shows its state later; each ticket takes one picture. */
  add: {
    method: 'POST',
    path: 'service/faultReport/add',
    allow: 'everyone',
    input: token.extend({
      choice: z.enum(faultChoiceNames),
      text: z.string().trim().max(1_000).default(''),
      contactName: z.string().trim().max(60).default(''),
      contact: z.string().trim().max(60).default(''),
      pictures: z.number().int().min(0).max(maxFaultPictures).default(0),
    }),
    output: z.object({ receipt: z.string(), tickets: z.array(z.string()) }),
  },
  picture: {
    method: 'POST',
    path: 'service/faultReport/picture',
    kind: 'multipart',
    allow: 'everyone',
    maxUploadBytes: { picture: maxPictureBytes },
    input: z.strictObject({ ticket: z.string().min(1).max(100) }),
    output: nothing,
  },
  /** The state of what the report became, and nothing more. */
  state: {
    method: 'POST',
    path: 'service/faultReport/state',
    allow: 'everyone',
    reads: true,
    input: z.strictObject({ receipt: z.string().min(1).max(100) }),
    output: z.object({ state: z.enum(workOrderStates), at: moment, nickname: z.string(), model: z.string() }),
  },
});

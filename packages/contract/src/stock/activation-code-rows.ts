import { z } from 'zod';
import { moment } from '../grammar/call.ts';
import { deviceModels, usageTypes } from '../devices/device-life.ts';
import { activationFaults } from '../robot/activation.ts';

/**
 * EXPIRED: unused and no longer valid. FAILED: revoked, or refused ten times. See
 * docs/protocol/credentials.md#activation.
 */
export const codeStates = ['UNUSED', 'USED', 'EXPIRED', 'FAILED'] as const;
export type CodeState = (typeof codeStates)[number];

/** An account that receives notices. */
export const namedAccount = z.object({ id: z.string(), name: z.string(), username: z.string() });

export const activationCode = z.object({
  id: z.string(),
  /** 16 characters without dashes. */
  code: z.string(),
  state: z.enum(codeStates),
  /** Why the code is FAILED. */
  failedBy: z.enum(['REVOKED', 'PROOFS']).nullable(),
  model: z.enum(deviceModels),
  usageType: z.enum(usageTypes),
  /** Company of the robot that it activates. */
  companyId: z.string(),
  companyName: z.string(),
  /** When it was linked to that company; null while it belongs to its creator's company. */
  linkedAt: moment.nullable(),
  batch: z.object({ id: z.string(), name: z.string() }),
  /** Time of use of the robot: days from activation, or an end. Without both it is unlimited. */
  useDays: z.number().int().nullable(),
  useUntil: moment.nullable(),
  /** End of validity of the code. */
  validUntil: moment.nullable(),
  /** Receiver of the notice before the robot's time of use ends. */
  noticeTo: namedAccount.nullable(),
  usedAt: moment.nullable(),
  /** The robot it activated; null after that is deleted. */
  device: z
    .object({ id: z.string(), sn: z.string(), nickname: z.string(), usableUntil: moment.nullable() })
    .nullable(),
  /** The serial number it was used for, also after the robot is deleted. */
  sn: z.string().nullable(),
  version: z.number().int(),
  createdAt: moment,
  createdBy: z.string(),
});
export type ActivationCode = z.infer<typeof activationCode>;

export const codeEventKinds = ['LINKED', 'CHANGED', 'REVOKED', 'REFUSED', 'USED', 'ISSUED_AGAIN'] as const;

export const codeEvent = z.object({
  id: z.string(),
  kind: z.enum(codeEventKinds),
  at: moment,
  /** The name of an account, or the address of the calling robot. */
  by: z.string(),
  /** The linked company; `sn` is the robot and `fault` the reason of a refusal. */
  company: z.string().nullable(),
  sn: z.string().nullable(),
  fault: z.enum(activationFaults).nullable(),
});
export type CodeEvent = z.infer<typeof codeEvent>;

export const codeBatch = z.object({
  id: z.string(),
  name: z.string(),
  model: z.enum(deviceModels),
  createdAt: moment,
  createdBy: z.string(),
  /** Counts of the codes visible to the caller. */
  total: z.number().int(),
  unused: z.number().int(),
  used: z.number().int(),
  expired: z.number().int(),
  failed: z.number().int(),
});
export type CodeBatch = z.infer<typeof codeBatch>;

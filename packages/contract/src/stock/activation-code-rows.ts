import { z } from 'zod';
import { moment } from '../grammar/call.ts';
import { deviceModels, usageTypes } from '../devices/device-life.ts';
import { activationFaults } from '../robot/activation.ts';

/** Protocol 2.23. An unused code is EXPIRED once its validity is over; FAILED is revoked, or proved wrong ten times. */
export const codeStates = ['UNUSED', 'USED', 'EXPIRED', 'FAILED'] as const;
export type CodeState = (typeof codeStates)[number];

/** Somebody who can be told. */
export const someone = z.object({ id: z.string(), name: z.string(), username: z.string() });

export const activationCode = z.object({
  id: z.string(),
  /** Sixteen characters, without dashes. */
  code: z.string(),
  state: z.enum(codeStates),
  /** Of a FAILED one. */
  failedBy: z.enum(['REVOKED', 'PROOFS']).nullable(),
  model: z.enum(deviceModels),
  usageType: z.enum(usageTypes),
  /** Whose robot it makes. */
  companyId: z.string(),
  companyName: z.string(),
  /** When it was given to that company; null while it is still its maker's. */
  linkedAt: moment.nullable(),
  batch: z.object({ id: z.string(), name: z.string() }),
  /** How long the robot may be used: days from its activation, or up to a day. Neither is for good. */
  useDays: z.number().int().nullable(),
  useUntil: moment.nullable(),
  /** Until when the code itself is good. */
  validUntil: moment.nullable(),
  /** Who is told before the use of its robot ends. */
  noticeTo: someone.nullable(),
  usedAt: moment.nullable(),
  /** The robot it made; gone when that is deleted. */
  device: z
    .object({ id: z.string(), sn: z.string(), nickname: z.string(), usableUntil: moment.nullable() })
    .nullable(),
  /** The serial number it was used for, also when the robot is gone. */
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
  /** A person's name, or the address of the robot that called. */
  by: z.string(),
  /** The company it was linked to, the robot that came, the reason it was refused. */
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
  /** Of those the caller sees. */
  total: z.number().int(),
  unused: z.number().int(),
  used: z.number().int(),
  expired: z.number().int(),
  failed: z.number().int(),
});
export type CodeBatch = z.infer<typeof codeBatch>;

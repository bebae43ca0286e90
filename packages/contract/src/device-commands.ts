import { z } from 'zod';
import { moment } from './call.ts';

/** A command's life, protocol 2.1.2. Nothing in the console claims success before the robot did. */
export const commandStates = [
  'QUEUED',
  'SENT',
  'ACCEPTED',
  'RUNNING',
  'SUCCEEDED',
  'FAILED',
  'REJECTED',
  'CANCELED',
  'EXPIRED',
  'TIMED_OUT',
] as const;
export const finalCommandStates = [
  'SUCCEEDED',
  'FAILED',
  'REJECTED',
  'CANCELED',
  'EXPIRED',
  'TIMED_OUT',
] as const;

export const command = z.object({
  id: z.string(),
  deviceId: z.string(),
  type: z.string(),
  status: z.enum(commandStates),
  /** Reply code of Annex A when it did not succeed. */
  code: z.string(),
  message: z.string(),
  by: z.string(),
  createdAt: moment,
  sentAt: moment.nullable(),
  endedAt: moment.nullable(),
});
export type Command = z.infer<typeof command>;

/** What an open or past alarm says; the alarm centre adds the rest. */
export const alarm = z.object({
  id: z.string(),
  code: z.string(),
  level: z.number().int(),
  text: z.string(),
  raisedAt: moment,
  clearedAt: moment.nullable(),
});

import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { permissions } from '../grammar/permissions.ts';

/** Shared by several operators, so shorter than an account password; wrong attempts are slowed down. */
export const controlPassword = z.string().min(6).max(128);

/** The control-permission password. A password of a device replaces the password of its company. */
export const controlPasswordCalls = calls('controlPasswords', {
  detail: {
    method: 'POST',
    path: 'service/deviceControl/password/detail',
    allow: permissions.deviceControlPassword,
    reads: true,
    input: byId,
    output: z.object({
      device: z.object({ changedAt: moment, changedBy: z.string() }).nullable(),
      company: z.object({ changedAt: moment, changedBy: z.string() }).nullable(),
      companyName: z.string(),
    }),
  },
  update: {
    method: 'POST',
    path: 'service/deviceControl/password/update',
    allow: permissions.deviceControlPassword,
    input: z.strictObject({
      id: z.uuid(),
      scope: z.enum(['DEVICE', 'COMPANY']),
      password: controlPassword,
    }),
    output: nothing,
  },
  /** Deletes the device's password; the company's password applies again. */
  remove: {
    method: 'POST',
    path: 'service/deviceControl/password/delete',
    allow: permissions.deviceControlPassword,
    input: byId,
    output: nothing,
  },
});

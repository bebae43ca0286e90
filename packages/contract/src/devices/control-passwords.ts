import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { permissions } from '../grammar/permissions.ts';

/** A word that many know and few may change; shorter than an account's, and slowed down when it is guessed. */
export const controlPassword = z.string().min(6).max(128);

/** The control-permission password: of the company, for all its devices, or of one device, which then counts alone. */
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
  /** The device's own goes; the company's counts again. */
  remove: {
    method: 'POST',
    path: 'service/deviceControl/password/delete',
    allow: permissions.deviceControlPassword,
    input: byId,
    output: nothing,
  },
});

import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { maxWhitelistChange } from './package-values.ts';

const whitelisted = z.object({
  id: z.string(),
  sn: z.string(),
  nickname: z.string(),
  model: z.string(),
  companyName: z.string(),
  addedAt: moment,
});
export type WhitelistedRobot = z.infer<typeof whitelisted>;

const path = 'service/ota/package/whitelist';
const post = { method: 'POST' } as const;

/** The robots that a package of the scope WHITELIST is for. Only the provider reads them. */
export const otaWhitelistCalls = calls('otaPackages', {
  list: {
    ...post,
    path: `${path}/queryWithPage`,
    allow: permissions.otaDetail,
    reads: true,
    input: listInput({ id: z.uuid(), keyword }),
    output: listOf(whitelisted),
  },
  /** Adds robots by serial number and groups as they are now. One unknown number refuses all. */
  add: {
    ...post,
    path: `${path}/add`,
    allow: permissions.otaUpdate,
    input: z.strictObject({
      id: z.uuid(),
      serialNumbers: z.array(z.string().trim().min(1).max(64)).max(maxWhitelistChange).default([]),
      groupIds: z.array(z.uuid()).max(100).default([]),
    }),
    output: z.object({ added: z.number().int() }),
  },
  remove: {
    ...post,
    path: `${path}/delete`,
    allow: permissions.otaUpdate,
    input: z.strictObject({ id: z.uuid(), deviceIds: z.array(z.uuid()).min(1).max(1_000) }),
    output: z.object({ removed: z.number().int() }),
  },
});

import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { apiUseCalls } from './api-requests.ts';
import { apiGroups, apiLimits, apiUserStates } from './api-user-values.ts';

const { callsPerDay, callsPerSecond } = apiLimits;

const settings = {
  name: z.string().trim().min(1).max(60),
  contactName: z.string().trim().max(60).default(''),
  contactEmail: z.union([z.literal(''), z.email().max(254)]).default(''),
  validFrom: moment,
  validUntil: moment,
  /** Addresses and networks, IPv4 and IPv6; none allows every address. The server refuses the eleventh with the published text. */
  addresses: z.array(z.string().trim().min(1).max(50)).max(100).default([]),
  /** The interface quota: calls of each group in a day (UTC). */
  callsPerDay: z.number().int().min(callsPerDay.min).max(callsPerDay.max).default(callsPerDay.byDefault),
  /** The query frequency. */
  callsPerSecond: z
    .number()
    .int()
    .min(callsPerSecond.min)
    .max(callsPerSecond.max)
    .default(callsPerSecond.byDefault),
};

/** A program of a company that uses the open API. It sees the company and those below it. */
export const apiUser = z.object({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  name: z.string(),
  contactName: z.string(),
  contactEmail: z.string(),
  validFrom: moment,
  validUntil: moment,
  addresses: z.array(z.string()),
  callsPerDay: z.number().int(),
  callsPerSecond: z.number().int(),
  state: z.enum(apiUserStates),
  /** Keys in force. */
  keys: z.number().int(),
  /** The last signed call of any key; null before the first. */
  lastUsedAt: moment.nullable(),
  suspendedAt: moment.nullable(),
  suspendedBy: z.string().nullable(),
  revokedAt: moment.nullable(),
  revokedBy: z.string().nullable(),
  createdAt: moment,
  createdBy: z.string(),
  version: z.number().int(),
});
export type ApiUser = z.infer<typeof apiUser>;

const named = z.object({ id: z.string(), name: z.string() });

export const apiKey = z.object({
  id: z.string(),
  /** What a request names; not secret. */
  keyId: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(apiGroups)),
  /** It sees the robots of these sites and these robots, and what belongs to them. Both empty: all of the API user. */
  sites: z.array(named),
  robots: z.array(named),
  createdAt: moment,
  createdBy: z.string(),
  /** At most a minute late. */
  lastUsedAt: moment.nullable(),
  lastAddress: z.string().nullable(),
  revokedAt: moment.nullable(),
  revokedBy: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

const detail = apiUser.extend({
  keyList: z.array(apiKey),
  /** Calls of today (UTC) per group; a group without a call is absent. */
  today: z.array(z.object({ group: z.enum(apiGroups), calls: z.number().int() })),
});
export type ApiUserDetail = z.infer<typeof detail>;

const { apiAccess, apiUserCreate, apiUserUpdate, apiUserSuspend, apiKeys } = permissions;
const path = 'service/apiUser';

export const apiUserCalls = calls('apiUsers', {
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow: apiAccess,
    reads: true,
    input: listInput({
      keyword,
      companyId: z.uuid().optional(),
      state: z.array(z.enum(apiUserStates)).max(apiUserStates.length).optional(),
    }),
    output: listOf(apiUser),
  },
  detail: {
    method: 'POST',
    path: `${path}/detail`,
    allow: apiAccess,
    reads: true,
    input: byId,
    output: detail,
  },
  add: {
    method: 'POST',
    path: `${path}/add`,
    allow: apiUserCreate,
    input: z.strictObject({ companyId: z.uuid(), ...settings }),
    output: apiUser,
  },
  update: {
    method: 'POST',
    path: `${path}/update`,
    allow: apiUserUpdate,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), ...settings }),
    output: apiUser,
  },
  /** Effective with the next request. */
  suspend: { method: 'POST', path: `${path}/suspend`, allow: apiUserSuspend, input: byId, output: apiUser },
  resume: { method: 'POST', path: `${path}/resume`, allow: apiUserSuspend, input: byId, output: apiUser },
  /** For good: its keys end with it. */
  revoke: { method: 'POST', path: `${path}/revoke`, allow: apiUserSuspend, input: byId, output: apiUser },
  /** The secret is only in this answer. */
  addKey: {
    method: 'POST',
    path: `${path}/key/add`,
    allow: apiKeys,
    input: z.strictObject({
      /** The API user. */
      id: z.uuid(),
      name: z.string().trim().max(60).default(''),
      scopes: z.array(z.enum(apiGroups)).min(1).max(apiGroups.length),
      siteIds: z.array(z.uuid()).max(apiLimits.narrowed).default([]),
      robotIds: z.array(z.uuid()).max(apiLimits.narrowed).default([]),
    }),
    output: z.object({ key: apiKey, secret: z.string() }),
  },
  /** Effective with the next request. */
  revokeKey: {
    method: 'POST',
    path: `${path}/key/revoke`,
    allow: apiKeys,
    input: z.strictObject({ id: z.uuid(), keyId: z.string().min(1).max(60) }),
    output: apiKey,
  },
  ...apiUseCalls,
});

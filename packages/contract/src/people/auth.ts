import { z } from 'zod';
import { calls, moment, nothing } from '../grammar/call.ts';
import { profile } from './people.ts';
import { type PermissionNode } from '../grammar/permission-tree.ts';
import { permissions } from '../grammar/permissions.ts';

export const roleTypes = { superAdmin: 1, companyAdmin: 2, other: 3 } as const;
export const companyTypes = { provider: 0, terminal: 1, agent: 2 } as const;
export const companyFeatures = { standard: 0, custom: 1 } as const;

const permissionCode = z.enum(Object.values(permissions));
const permissionNode: z.ZodType<PermissionNode> = z.lazy(() =>
  z.object({ code: permissionCode, childNodes: z.array(permissionNode) }),
);

/** Session user info of the specification: what the browser keeps while signed in. */
export const sessionUser = z.object({
  userId: z.string(),
  username: z.string(),
  nickname: z.string(),
  /** The token; sent as `Authorization`. */
  session: z.string(),
  roleType: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  companyId: z.string(),
  companyName: z.string(),
  companyType: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  companyFeature: z.union([z.literal(0), z.literal(1)]),
  /** Held codes; `*` grants everything. */
  authorities: z.array(z.object({ authority: z.string() })),
  permissions: z.array(permissionNode),
  images: z.object({ menu: z.object({ imgUrl: z.string() }).nullable() }),
  mustChangePassword: z.boolean(),
  /** Who looks through this account's eyes; such a session only reads. */
  viewer: z.object({ username: z.string(), nickname: z.string() }).optional(),
  /** How this person reads numbers, days and times. */
  profile,
});
export type SessionUser = z.infer<typeof sessionUser>;

/** The password is right and the account is signed in elsewhere: what there is to know before ending that. */
export const confirmNeeded = z.object({
  needConfirm: z.literal(true),
  /** Good once and for a minute. */
  confirmToken: z.string(),
  since: moment,
  lastSeenAt: moment,
  address: z.string(),
  /** What the browser there says it is. */
  agent: z.string(),
});
export type ConfirmNeeded = z.infer<typeof confirmNeeded>;

/** Composed passwords have at most 128 code points; typed ones may come taken apart. */
const passwordText = z.string().min(1).max(1_000);

export const authCalls = calls('auth', {
  login: {
    method: 'POST',
    path: 'auth/login',
    kind: 'multipart',
    allow: 'everyone',
    input: z.strictObject({
      username: z.string().min(1).max(100),
      password: passwordText,
      /** A secret this browser made for itself: whoever signed in with it before is heard while strangers guess. */
      device: z.string().min(16).max(100).optional(),
    }),
    output: z.union([sessionUser, confirmNeeded]),
  },
  confirm: {
    method: 'POST',
    path: 'auth/login/confirm',
    allow: 'everyone',
    input: z.strictObject({ confirmToken: z.string().min(1).max(100) }),
    output: sessionUser,
  },
  changePassword: {
    method: 'POST',
    path: 'auth/user/pw/change',
    allow: 'signedIn',
    beforePasswordChange: true,
    input: z.strictObject({ originPassword: passwordText, password: passwordText, userId: z.uuid() }),
    output: nothing,
  },
  check: {
    method: 'GET',
    path: 'auth/login/check/success',
    allow: 'signedIn',
    beforePasswordChange: true,
    input: z.strictObject({}),
    output: sessionUser,
  },
  logout: {
    method: 'POST',
    path: 'auth/logout',
    allow: 'signedIn',
    beforePasswordChange: true,
    input: z.strictObject({}),
    output: nothing,
  },
  socketTicket: {
    method: 'POST',
    path: 'auth/ws/ticket',
    allow: 'signedIn',
    reads: true,
    background: true,
    input: z.strictObject({}),
    output: z.object({ ticket: z.string(), expiresAt: moment }),
  },
});

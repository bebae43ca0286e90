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

const imageAddress = z.object({ imgUrl: z.string() }).nullable();

/** The signed-in account; the browser stores it while signed in. */
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
  /** Whether the account sees more companies than one. */
  seesCompanies: z.boolean(),
  /** Granted codes; `*` grants everything. */
  authorities: z.array(z.object({ authority: z.string() })),
  permissions: z.array(permissionNode),
  /** The logos above the menu, also of a company above; null for those of the product. */
  images: z.object({ menu: imageAddress, menuSmall: imageAddress }),
  mustChangePassword: z.boolean(),
  /** An agreement must be accepted before the session goes on. */
  agreementDue: z.boolean(),
  /** The administrator who impersonates this account; such a session is read-only. */
  viewer: z.object({ username: z.string(), nickname: z.string() }).optional(),
  /** Display preferences for numbers, days and times. */
  profile,
});
export type SessionUser = z.infer<typeof sessionUser>;

/** The password is correct and another session is open: facts to show before that session is ended. */
export const confirmNeeded = z.object({
  needConfirm: z.literal(true),
  /** Valid once, for one minute. */
  confirmToken: z.string(),
  since: moment,
  lastSeenAt: moment,
  address: z.string(),
  /** User agent of the other browser. */
  agent: z.string(),
});
export type ConfirmNeeded = z.infer<typeof confirmNeeded>;

/** A composed password has at most 128 code points; a decomposed one may be longer. */
const passwordText = z.string().min(1).max(1_000);

export const authCalls = calls('auth', {
  login: {
    method: 'POST',
    path: 'auth/login',
    kind: 'multipart',
    allow: 'everyone',
    opensSession: true,
    input: z.strictObject({
      username: z.string().min(1).max(100),
      password: passwordText,
      /** Random secret of the browser. A browser that signed in before is not affected by rate limits against guessing. */
      device: z.string().min(16).max(100).optional(),
    }),
    output: z.union([sessionUser, confirmNeeded]),
  },
  confirm: {
    method: 'POST',
    path: 'auth/login/confirm',
    allow: 'everyone',
    opensSession: true,
    input: z.strictObject({ confirmToken: z.string().min(1).max(100) }),
    output: sessionUser,
  },
  changePassword: {
    method: 'POST',
    path: 'auth/user/pw/change',
    allow: 'signedIn',
    beforePasswordChange: true,
    beforeAgreement: true,
    input: z.strictObject({ originPassword: passwordText, password: passwordText, userId: z.uuid() }),
    output: nothing,
  },
  check: {
    method: 'GET',
    path: 'auth/login/check/success',
    allow: 'signedIn',
    beforePasswordChange: true,
    beforeAgreement: true,
    input: z.strictObject({}),
    output: sessionUser,
  },
  logout: {
    method: 'POST',
    path: 'auth/logout',
    allow: 'signedIn',
    beforePasswordChange: true,
    beforeAgreement: true,
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

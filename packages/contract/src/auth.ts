import { z } from 'zod';
import { calls, moment, nothing } from './call.ts';
import { permissions, type PermissionNode } from './permissions.ts';

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
});
export type SessionUser = z.infer<typeof sessionUser>;

export const authCalls = calls('auth', {
  login: {
    method: 'POST',
    path: 'auth/login',
    kind: 'multipart',
    allow: 'everyone',
    input: z.strictObject({ username: z.string().min(1).max(100), password: z.string().min(1).max(200) }),
    output: sessionUser,
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
    input: z.strictObject({}),
    output: z.object({ ticket: z.string(), expiresAt: moment }),
  },
});

import { z } from 'zod';
import { accountCodes, accountSides } from './accounts.ts';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { roleCodes } from './roles.ts';

/** What grants a code to an account. */
export const holdings = ['ROLE', 'EVERYTHING', 'SUPER_ADMIN'] as const;
export type Holding = (typeof holdings)[number];

/** The checks of a call, in order. The first failed check refuses the call. */
export const accessChecks = ['ACCOUNT', 'COMPANY', 'PASSWORD', 'SESSION', 'PERMISSION', 'FENCE'] as const;
export type AccessCheck = (typeof accessChecks)[number];

/** Reasons of each check. */
export const accessReasons = {
  ACCOUNT: ['ENABLED', 'DISABLED'],
  COMPANY: ['ACTIVE', 'FROZEN', 'FROZEN_ABOVE'],
  PASSWORD: ['OWN_PASSWORD', 'INITIAL', 'INITIAL_EXPIRED'],
  SESSION: ['SIGNED_IN', 'SIGNED_OUT'],
  PERMISSION: [
    'PUBLIC',
    'ANYBODY',
    'ROLE',
    'EVERYTHING',
    'SUPER_ADMIN',
    'NO_ROLE',
    'NOT_IN_ROLE',
    'SUPER_ADMIN_ONLY',
  ],
  FENCE: ['OWN', 'BELOW', 'ALL', 'LINKED', 'OUTSIDE'],
} as const satisfies Record<AccessCheck, readonly string[]>;

export const accessStep = z.object({
  check: z.enum(accessChecks),
  passed: z.boolean(),
  reason: z.string(),
  /** True for a step that does not refuse, such as whether the account is signed in. */
  informs: z.boolean(),
});
export type AccessStep = z.infer<typeof accessStep>;

/** The permission to list accounts or roles includes explanations of access. */
const allow = [...Object.values(accountCodes.list), ...Object.values(roleCodes.list)];

export const accessCalls = calls('access', {
  /** Every action that `explain` accepts: each code with the calls it opens. */
  actions: {
    method: 'POST',
    path: 'service/access/actions',
    allow,
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      actions: z.array(z.object({ code: z.string(), calls: z.array(z.string()) })),
      /** Calls without sign-in; `superAdmin` lists the calls for super admins only. */
      open: z.array(z.string()),
      superAdmin: z.array(z.string()),
    }),
  },
  /** Accounts visible to the caller that have the permission of an action. Actions open to everyone are refused. */
  whoHolds: {
    method: 'POST',
    path: 'service/access/whoHolds',
    allow,
    reads: true,
    input: listInput({ action: z.string().min(1).max(120), keyword, side: z.enum(accountSides).optional() }),
    output: listOf(
      z.object({
        id: z.string(),
        username: z.string(),
        nickname: z.string(),
        disabled: z.boolean(),
        companyId: z.string(),
        companyName: z.string(),
        companyType: z.number().int(),
        roleId: z.string().nullable(),
        roleName: z.string().nullable(),
        through: z.enum(holdings),
      }),
    ),
  },
  /** Explains why an account may or may not do something; `action` is a code or the path of a call. */
  explain: {
    method: 'POST',
    path: 'service/access/explain',
    allow,
    reads: true,
    input: z.strictObject({
      id: z.uuid(),
      action: z.string().min(1).max(120),
      /** The company of the record; the default is the account's company. */
      companyId: z.uuid().optional(),
    }),
    output: z.object({
      allowed: z.boolean(),
      steps: z.array(accessStep),
      account: z.object({
        id: z.string(),
        username: z.string(),
        nickname: z.string(),
        companyId: z.string(),
        companyName: z.string(),
        companyType: z.number().int(),
      }),
      role: z.object({ id: z.string(), name: z.string() }).nullable(),
      target: z.object({ id: z.string(), name: z.string() }),
      /** Codes of which one is enough; empty when none is required. */
      needs: z.array(z.string()),
      /** Those of `needs` that the account has. */
      has: z.array(z.string()),
      /** Other roles of the account's company that would grant it. */
      others: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  },
  /** Opens a read-only session that sees what this account sees. */
  viewAs: {
    method: 'POST',
    path: 'service/access/viewAs',
    allow: Object.values(accountCodes.viewAs),
    input: byId,
    output: z.object({ session: z.string(), until: moment }),
  },
  /** Ends this impersonating session. It does nothing in an ordinary session. */
  endView: {
    method: 'POST',
    path: 'service/access/endView',
    allow: 'signedIn',
    allowWhileImpersonating: true,
    input: z.strictObject({}),
    output: nothing,
  },
});

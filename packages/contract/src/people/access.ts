import { z } from 'zod';
import { accountCodes, accountSides } from './accounts.ts';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { roleCodes } from './roles.ts';

/** Through what somebody holds a code. */
export const holdings = ['ROLE', 'EVERYTHING', 'SUPER_ADMIN'] as const;
export type Holding = (typeof holdings)[number];

/** What is asked, one after the other, when an account does something. The first "no" stops it. */
export const accessChecks = ['ACCOUNT', 'COMPANY', 'PASSWORD', 'SESSION', 'PERMISSION', 'FENCE'] as const;
export type AccessCheck = (typeof accessChecks)[number];

/** Why a check says what it says. */
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
  /** Being signed in or not says nothing about the right: such a step informs and stops nobody. */
  informs: z.boolean(),
});
export type AccessStep = z.infer<typeof accessStep>;

/** Whoever sees accounts or roles may ask why somebody may do something. */
const allow = [...Object.values(accountCodes.list), ...Object.values(roleCodes.list)];

export const accessCalls = calls('access', {
  /** Everything that can be asked about: each code with the calls it opens. */
  actions: {
    method: 'POST',
    path: 'service/access/actions',
    allow,
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      actions: z.array(z.object({ code: z.string(), calls: z.array(z.string()) })),
      /** Calls for everybody, signed in or not, and those for super admins alone. */
      open: z.array(z.string()),
      superAdmin: z.array(z.string()),
    }),
  },
  /** Who holds what an action asks for, among the accounts the caller sees. Of what is open to everybody it is not asked. */
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
  /** Why an account may do something or may not: `action` is a code or the path of a call. */
  explain: {
    method: 'POST',
    path: 'service/access/explain',
    allow,
    reads: true,
    input: z.strictObject({
      id: z.uuid(),
      action: z.string().min(1).max(120),
      /** The company of the record it is about; without it the account's own. */
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
      /** The codes of which any one opens it; empty where none is asked for. */
      needs: z.array(z.string()),
      /** Those of them the account holds. */
      has: z.array(z.string()),
      /** Roles of the account's company that would grant it, for the next step. */
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
  /** Ends the view this session is; of any other session nothing. */
  endView: {
    method: 'POST',
    path: 'service/access/endView',
    allow: 'signedIn',
    allowWhileImpersonating: true,
    input: z.strictObject({}),
    output: nothing,
  },
});

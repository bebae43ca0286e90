import { z } from 'zod';
import { byId, calls, moment, nothing } from './call.ts';
import { keyword, listInput, listOf, sortBy } from './list.ts';
import { accountKinds } from './people.ts';
import { permissions, type Permission } from './permissions.ts';

/** Internal accounts are the provider's own; outer ones those of agents and terminals. */
export const accountSides = ['INTERNAL', 'OUTER'] as const;
export type AccountSide = (typeof accountSides)[number];

/** When somebody last signed in, as the list is asked for it. */
export const signInSpans = ['NEVER', 'WITHIN_7_DAYS', 'WITHIN_30_DAYS', 'OVER_30_DAYS', 'OVER_90_DAYS'] as const;

/** `INITIAL` holds an initial password and has not chosen an own one. */
export const accountStates = ['ACTIVE', 'INITIAL', 'DISABLED'] as const;
export type AccountState = (typeof accountStates)[number];
export const accountStateOf = (account: { disabled: boolean; mustChangePassword: boolean }): AccountState =>
  account.disabled ? 'DISABLED' : account.mustChangePassword ? 'INITIAL' : 'ACTIVE';

/** What a caller may do with one account; the server decides and says so with the row. */
export const accountActs = ['update', 'disable', 'delete', 'init', 'reset', 'viewAs'] as const;
export type AccountAct = (typeof accountActs)[number];

/** No space and nothing invisible: two names that look alike must not be two names. */
const isPlain = (name: string) => !/[\s\p{C}]/u.test(name);

/** The name people sign in with, in the form it is stored: full-width letters become plain ones, ends are trimmed. */
export const accountName = z
  .string()
  .normalize('NFKC')
  .trim()
  .min(6, '6 to 30 characters')
  .max(30, '6 to 30 characters')
  .refine(isPlain, 'no spaces');
export const personName = z.string().trim().min(1).max(60);
export const emailAddress = z.email().max(254);
/** As people write it: digits, with spaces, dots, dashes and brackets between them, and a plus before. */
export const phoneNumber = z
  .string()
  .trim()
  .refine((text) => /^(\+?[0-9][0-9 ()./-]{3,28})?$/.test(text), 'digits, with a plus before');
const blank = z.literal('');

export const roleTypeCode = z.union([z.literal(1), z.literal(2), z.literal(3)]);
const staffKind = z.enum(accountKinds);

export const account = z.object({
  id: z.string(),
  username: z.string(),
  nickname: z.string(),
  phone: z.string(),
  email: z.string(),
  staffKind,
  roleType: roleTypeCode,
  roleId: z.string().nullable(),
  roleName: z.string().nullable(),
  companyId: z.string(),
  companyName: z.string(),
  companyType: z.number().int(),
  disabled: z.boolean(),
  mustChangePassword: z.boolean(),
  initialPasswordUntil: moment.nullable(),
  lastSignInAt: moment.nullable(),
  acts: z.array(z.enum(accountActs)),
  version: z.number().int(),
  createdAt: moment,
  updatedAt: moment,
  updatedBy: z.string(),
});
export type Account = z.infer<typeof account>;

/** Shown once, never again: nobody can read it later. */
export const initialPassword = z.object({ password: z.string(), until: moment });
export type InitialPassword = z.infer<typeof initialPassword>;

const filters = {
  keyword,
  side: z.enum(accountSides).optional(),
  companyId: z.uuid().optional(),
  roleId: z.uuid().optional(),
  roleType: z.number().int().min(1).max(3).optional(),
  staffKind: staffKind.optional(),
  state: z.enum(accountStates).optional(),
  lastSignIn: z.enum(signInSpans).optional(),
};

/** Each act has a code for either side; which one counts is decided by the company of the account. */
export const accountCodes = {
  list: { INTERNAL: permissions.accounts, OUTER: permissions.outerAccounts },
  create: { INTERNAL: permissions.accountCreate, OUTER: permissions.outerAccountCreate },
  update: { INTERNAL: permissions.accountUpdate, OUTER: permissions.outerAccountUpdate },
  delete: { INTERNAL: permissions.accountDelete, OUTER: permissions.outerAccountDelete },
  disable: { INTERNAL: permissions.accountDisable, OUTER: permissions.outerAccountDisable },
  reset: { INTERNAL: permissions.accountReset, OUTER: permissions.outerAccountReset },
  viewAs: { INTERNAL: permissions.accountViewAs, OUTER: permissions.outerAccountViewAs },
} satisfies Record<string, Record<AccountSide, Permission>>;
const either = (act: keyof typeof accountCodes) => Object.values(accountCodes[act]);

/** All of them or none: with one that is not there for the caller, nothing is done. */
const byIds = z.strictObject({ ids: z.array(z.uuid()).min(1).max(99) });

export const accountCalls = calls('accounts', {
  list: {
    method: 'POST',
    path: 'auth/user/queryWithPage',
    allow: either('list'),
    reads: true,
    input: listInput({ ...filters, sort: sortBy('createdAt', 'username', 'lastSignInAt').optional() }),
    output: listOf(account),
  },
  detail: {
    method: 'POST',
    path: 'service/account/detail',
    allow: either('list'),
    reads: true,
    input: byId,
    output: z.object({
      account,
      /** The codes its role grants. */
      held: z.array(z.string()),
      /** When the session that is open now was opened and last used; from where is its owner's business. */
      session: z.object({ since: moment, lastSeenAt: moment }).nullable(),
    }),
  },
  /** The roles of a company, and what the caller may give to its accounts. */
  choices: {
    method: 'POST',
    path: 'service/account/choices',
    allow: [...either('list'), ...either('create'), ...either('update')],
    reads: true,
    input: z.strictObject({ companyId: z.uuid() }),
    output: z.object({
      /** Roles that hold more than the caller are named, and not granted. */
      roles: z.array(z.object({ id: z.string(), name: z.string(), grantable: z.boolean() })),
      roleTypes: z.array(roleTypeCode),
      staffKinds: z.array(staffKind),
    }),
  },
  register: {
    method: 'POST',
    path: 'auth/user/register',
    allow: either('create'),
    input: z.strictObject({
      companyId: z.uuid(),
      username: accountName,
      nickname: personName,
      phone: phoneNumber.default(''),
      email: blank.or(emailAddress).default(''),
      roleId: z.uuid(),
      roleType: roleTypeCode.default(3),
      staffKind: staffKind.default('MEMBER'),
    }),
    output: initialPassword.extend({ id: z.string(), account }),
  },
  update: {
    method: 'POST',
    path: 'auth/user/update',
    allow: either('update'),
    input: z.strictObject({
      id: z.uuid(),
      version: z.number().int(),
      nickname: personName.optional(),
      phone: phoneNumber.optional(),
      email: blank.or(emailAddress).optional(),
      roleId: z.uuid().optional(),
      roleType: roleTypeCode.optional(),
      staffKind: staffKind.optional(),
    }),
    output: account,
  },
  disable: {
    method: 'POST',
    path: 'auth/user/disable',
    allow: either('disable'),
    input: byIds,
    output: nothing,
  },
  enable: {
    method: 'POST',
    path: 'auth/user/enable',
    allow: either('disable'),
    input: byIds,
    output: nothing,
  },
  remove: {
    method: 'POST',
    path: 'auth/user/delete',
    allow: either('delete'),
    input: byIds,
    output: nothing,
  },
  /** A new initial password for somebody who has not chosen an own one yet: the first was lost, or its time is over. */
  initPassword: {
    method: 'POST',
    path: 'auth/user/pw/init',
    allow: either('create'),
    input: byId,
    output: initialPassword,
  },
  /** An initial password in place of the own one; whoever is signed in with that account is signed out. */
  resetPassword: {
    method: 'POST',
    path: 'auth/user/pw/reset',
    allow: either('reset'),
    input: byId,
    output: initialPassword,
  },
  /** The filtered list as CSV. */
  export: {
    method: 'POST',
    path: 'service/account/export',
    allow: either('list'),
    kind: 'bytes',
    reads: true,
    input: z.strictObject(filters),
    output: z.unknown(),
  },
});

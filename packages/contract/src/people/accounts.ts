import { z } from 'zod';
import { moment } from '../grammar/call.ts';
import { keyword } from '../grammar/list.ts';
import { accountKinds } from './people.ts';
import { permissions, type Permission } from '../grammar/permissions.ts';

/** Internal accounts are the provider's own; outer ones those of agents and terminals. */
export const accountSides = ['INTERNAL', 'OUTER'] as const;
export type AccountSide = (typeof accountSides)[number];

/** When somebody last signed in, as the list is asked for it. */
export const signInSpans = [
  'NEVER',
  'WITHIN_7_DAYS',
  'WITHIN_30_DAYS',
  'OVER_30_DAYS',
  'OVER_90_DAYS',
] as const;

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

export const roleTypeCode = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export const staffKind = z.enum(accountKinds);

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

/** What the list and its export are narrowed by. */
export const accountFilters = {
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

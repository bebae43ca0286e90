import { z } from 'zod';
import { moment } from '../grammar/call.ts';
import { keyword } from '../grammar/list.ts';
import { companyTypes } from './auth.ts';
import { accountKinds } from './people.ts';
import { permissions, type Permission } from '../grammar/permissions.ts';
import { because } from '../grammar/reasons/because.ts';

/** Internal accounts belong to the provider, outer accounts to agents and terminals. */
export const accountSides = ['INTERNAL', 'OUTER'] as const;
export type AccountSide = (typeof accountSides)[number];

/** The side of the accounts and roles of a company. */
export const sideOf = (companyType: number): AccountSide =>
  companyType === companyTypes.provider ? 'INTERNAL' : 'OUTER';

/** Filter values for the last sign-in. */
export const signInSpans = [
  'NEVER',
  'WITHIN_7_DAYS',
  'WITHIN_30_DAYS',
  'OVER_30_DAYS',
  'OVER_90_DAYS',
] as const;

/** `INITIAL`: the account has an initial password and has not chosen its own. */
export const accountStates = ['ACTIVE', 'INITIAL', 'DISABLED'] as const;
export type AccountState = (typeof accountStates)[number];
/** The state of an account; DISABLED takes precedence over INITIAL. */
export const accountStateOf = (account: { disabled: boolean; mustChangePassword: boolean }): AccountState =>
  account.disabled ? 'DISABLED' : account.mustChangePassword ? 'INITIAL' : 'ACTIVE';

/** Actions on one account. The server sends the allowed ones with each row. */
export const accountActs = [
  'update',
  'disable',
  'delete',
  'init',
  'reset',
  'viewAs',
  'approver',
  'signOut',
] as const;
export type AccountAct = (typeof accountActs)[number];

/** No spaces or invisible characters: two names must not look the same. */
const isPlain = (name: string) => !/[\s\p{C}]/u.test(name);

/**
 * ASCII, the accented letters of Western Europe, Chinese, Japanese and Korean. Other alphabets contain letters that look
 * like Latin ones, so an account named with them could pose as another account.
 */
const distinctLetters =
  /^[!-~À-ÖØ-öø-ÿ々〇ー\p{Unified_Ideograph}\p{Script=Hiragana}\p{Script=Katakana}가-힣]*$/u;

/**
 * The name of a new account in its stored form: trimmed, full-width letters converted to ASCII. Sign-in does not use it:
 * existing names remain valid.
 */
export const accountName = z
  .string()
  .normalize('NFKC')
  .trim()
  .min(6)
  .max(30)
  .refine(isPlain, because('SPACES'))
  .refine((name) => !isPlain(name) || distinctLetters.test(name), because('NAME_LETTERS'));
export const personName = z.string().trim().min(1).max(60);
export const emailAddress = z.email().max(254);
/** Digits with spaces, dots, dashes and brackets between them, and an optional leading plus. */
export const phoneNumber = z
  .string()
  .trim()
  .refine((text) => /^(\+?[0-9][0-9 ()./-]{3,28})?$/.test(text), because('PHONE'));

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
  /** Named as an approver of its company. Without any, every account with the permission of an approval may give it. */
  approver: z.boolean(),
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

/** Shown once; it cannot be read later. */
export const initialPassword = z.object({ password: z.string(), until: moment });
export type InitialPassword = z.infer<typeof initialPassword>;

/** Filters of the list and its export. */
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

/** Each action has one code per side; the company of the account selects the side. */
export const accountCodes = {
  list: { INTERNAL: permissions.accounts, OUTER: permissions.outerAccounts },
  create: { INTERNAL: permissions.accountCreate, OUTER: permissions.outerAccountCreate },
  update: { INTERNAL: permissions.accountUpdate, OUTER: permissions.outerAccountUpdate },
  delete: { INTERNAL: permissions.accountDelete, OUTER: permissions.outerAccountDelete },
  disable: { INTERNAL: permissions.accountDisable, OUTER: permissions.outerAccountDisable },
  reset: { INTERNAL: permissions.accountReset, OUTER: permissions.outerAccountReset },
  viewAs: { INTERNAL: permissions.accountViewAs, OUTER: permissions.outerAccountViewAs },
  approver: { INTERNAL: permissions.accountApprover, OUTER: permissions.outerAccountApprover },
} satisfies Record<string, Record<AccountSide, Permission>>;

import { z } from 'zod';
import {
  account,
  accountCodes,
  accountFilters,
  accountName,
  emailAddress,
  initialPassword,
  personName,
  phoneNumber,
  roleTypeCode,
  staffKind,
} from './accounts.ts';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { listInput, listOf, sortBy } from '../grammar/list.ts';

const noneOr = (schema: typeof emailAddress) => z.literal('').or(schema);
const either = (act: keyof typeof accountCodes) => Object.values(accountCodes[act]);

/** All or none: one missing or invisible account refuses the whole call. */
const byIds = z.strictObject({ ids: z.array(z.uuid()).min(1).max(99) });

export const accountCalls = calls('accounts', {
  list: {
    method: 'POST',
    path: 'auth/user/queryWithPage',
    allow: either('list'),
    reads: true,
    input: listInput({ ...accountFilters, sort: sortBy('createdAt', 'username', 'lastSignInAt').optional() }),
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
      /** When the open session started and was last used. The address is private to the account. */
      session: z.object({ since: moment, lastSeenAt: moment }).nullable(),
    }),
  },
  /** The roles of a company, and what the caller may grant to its accounts. */
  choices: {
    method: 'POST',
    path: 'service/account/choices',
    allow: [...either('list'), ...either('create'), ...either('update')],
    reads: true,
    input: z.strictObject({ companyId: z.uuid() }),
    output: z.object({
      /** A role with more permissions than the caller is listed and not grantable. */
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
      email: noneOr(emailAddress).default(''),
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
      email: noneOr(emailAddress).optional(),
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
  /** Ends the account's sessions; it may sign in again. */
  signOut: {
    method: 'POST',
    path: 'service/account/signOut',
    allow: either('disable'),
    input: byId,
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
  /** A new initial password for an account that has not chosen its own yet; the first was lost or has expired. */
  initPassword: {
    method: 'POST',
    path: 'auth/user/pw/init',
    allow: either('create'),
    input: byId,
    output: initialPassword,
  },
  /** Replaces the account's password by an initial one and ends its session. */
  resetPassword: {
    method: 'POST',
    path: 'auth/user/pw/reset',
    allow: either('reset'),
    input: byId,
    output: initialPassword,
  },
  /**
   * Names an account of the caller's own company as an approver, or ends that. Where a company has approvers, only they approve
   * shells, update tasks and packages.
   */
  setApprover: {
    method: 'POST',
    path: 'service/account/approver/update',
    allow: either('approver'),
    input: z.strictObject({ id: z.uuid(), approver: z.boolean() }),
    output: account,
  },
  /** The filtered list as CSV. */
  export: {
    method: 'POST',
    path: 'service/account/export',
    allow: either('list'),
    kind: 'bytes',
    reads: true,
    input: z.strictObject(accountFilters),
    output: z.unknown(),
  },
});

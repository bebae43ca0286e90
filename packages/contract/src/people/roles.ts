import { z } from 'zod';
import { accountSides, type AccountSide } from './accounts.ts';
import { byId, calls, moment } from '../grammar/call.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions, type Permission } from '../grammar/permissions.ts';

/** Companies of these types get copies of default roles: 1 terminal, 2 agent. */
export const defaultTargets = [1, 2] as const;
export type DefaultTarget = (typeof defaultTargets)[number];
const target = z.union([z.literal(1), z.literal(2)]);

/** State of a copy: equal to its default role, behind it, changed by its company, or both. */
export const drifts = ['SAME', 'BEHIND', 'CHANGED', 'BOTH'] as const;
export type Drift = (typeof drifts)[number];

export const roleName = z.string().trim().min(1).max(60);
/** The server checks the codes against the tree, so the error names an unknown code. */
const codes = z.array(z.string().min(1).max(20)).max(200);

export const role = z.object({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  companyType: z.number().int(),
  name: z.string(),
  permissions: z.array(z.string()),
  /** It is the caller's role. */
  own: z.boolean(),
  /** Number of accounts with this role. */
  holders: z.number().int(),
  defaultFor: z.array(target),
  /** The default role it was copied from; null also when the caller may not see that role. */
  origin: z.object({ id: z.string(), name: z.string(), drift: z.enum(drifts) }).nullable(),
  /** Copies of this default role, and how many are behind it. */
  copies: z.object({ total: z.number().int(), behind: z.number().int() }),
  /** Codes that the account which saved it last no longer has. */
  exceeds: z.array(z.string()),
  version: z.number().int(),
  createdAt: moment,
  updatedAt: moment,
  updatedBy: z.string(),
});
export type Role = z.infer<typeof role>;

/** Each action has one code per side; the company of the role selects the side. */
export const roleCodes = {
  list: { INTERNAL: permissions.roles, OUTER: permissions.outerRoles },
  add: { INTERNAL: permissions.roleCreate, OUTER: permissions.outerRoleCreate },
  update: { INTERNAL: permissions.roleUpdate, OUTER: permissions.outerRoleUpdate },
  delete: { INTERNAL: permissions.roleDelete, OUTER: permissions.outerRoleDelete },
} satisfies Record<string, Record<AccountSide, Permission>>;
const either = (act: keyof typeof roleCodes) => Object.values(roleCodes[act]);

const version = z.number().int();
/** Codes that a copy gains and loses when its default role is applied. Changes of its company stay. */
const change = z.object({ gains: z.array(z.string()), losses: z.array(z.string()) });

export const roleCopy = change.extend({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  name: z.string(),
  version,
  drift: z.enum(drifts),
  holders: z.number().int(),
  /** Gained or lost codes that the caller does not have; the caller cannot change this copy. */
  refused: z.array(z.string()),
});
export type RoleCopyRow = z.infer<typeof roleCopy>;

export const copyResults = ['DONE', 'NOTHING', 'NOT_HELD', 'CHANGED_MEANWHILE', 'GONE'] as const;

export const roleCalls = calls('roles', {
  list: {
    method: 'POST',
    path: 'service/role/queryWithPage',
    allow: either('list'),
    reads: true,
    input: listInput({
      keyword,
      side: z.enum(accountSides).optional(),
      companyId: z.uuid().optional(),
      /** Roles that grant this code, `*` included. */
      permission: z.string().max(20).optional(),
      isDefault: z.boolean().optional(),
      sort: sortBy('name', 'updatedAt', 'holders').optional(),
    }),
    output: listOf(role),
  },
  detail: {
    method: 'POST',
    path: 'service/role/detail',
    allow: either('list'),
    reads: true,
    input: byId,
    output: role,
  },
  add: {
    method: 'POST',
    path: 'service/role/add',
    allow: either('add'),
    input: z.strictObject({ companyId: z.uuid(), name: roleName, permissions: codes }),
    output: role,
  },
  update: {
    method: 'POST',
    path: 'service/role/update',
    allow: either('update'),
    input: z.strictObject({
      id: z.uuid(),
      version,
      name: roleName,
      permissions: codes,
      /** Required to remove permissions from the caller's own role, because the caller cannot restore them. */
      confirmed: z.boolean().optional(),
    }),
    output: role,
  },
  remove: {
    method: 'POST',
    path: 'service/role/delete',
    allow: either('delete'),
    /** `moveTo` first assigns another role of the same company to its accounts. */
    input: z.strictObject({ id: z.uuid(), version, moveTo: z.uuid().optional() }),
    output: z.object({ moved: z.number().int() }),
  },
  /** For choosing a role of one company. */
  options: {
    method: 'POST',
    path: 'service/role/options',
    allow: either('list'),
    reads: true,
    input: listInput({ keyword, companyId: z.uuid() }),
    /** `grantable`: it has no code that the caller lacks. */
    output: listOf(z.object({ id: z.string(), name: z.string(), grantable: z.boolean() })),
  },
  holders: {
    method: 'POST',
    path: 'service/role/holders',
    allow: either('list'),
    reads: true,
    input: listInput({ id: z.uuid(), keyword }),
    output: listOf(
      z.object({ id: z.string(), username: z.string(), nickname: z.string(), disabled: z.boolean() }),
    ),
  },
  /** Makes it a default role: new companies of these types get a copy. */
  setDefault: {
    method: 'POST',
    path: 'service/role/setDefault',
    allow: permissions.defaultRoles,
    input: z.strictObject({ id: z.uuid(), version, targets: z.array(target).min(1).max(2) }),
    output: role,
  },
  unsetDefault: {
    method: 'POST',
    path: 'service/role/unsetDefault',
    allow: permissions.defaultRoles,
    input: z.strictObject({ id: z.uuid(), version }),
    output: role,
  },
  /** Preview of `apply` for each copy of a default role. */
  copies: {
    method: 'POST',
    path: 'service/role/copies',
    allow: permissions.defaultRoles,
    reads: true,
    input: listInput({ id: z.uuid() }),
    output: listOf(roleCopy),
  },
  /** Applies a default role to copies as previewed; each copy has its own result. */
  apply: {
    method: 'POST',
    path: 'service/role/apply',
    allow: permissions.defaultRoles,
    input: z.strictObject({
      id: z.uuid(),
      version,
      copies: z
        .array(z.strictObject({ id: z.uuid(), version }))
        .min(1)
        .max(99),
    }),
    output: z.object({
      results: z.array(
        change.extend({ id: z.string(), companyName: z.string(), result: z.enum(copyResults) }),
      ),
    }),
  },
});

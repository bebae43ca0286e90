import { z } from 'zod';
import { moment } from '../grammar/call.ts';
import { bindingStates } from '../devices/device-life.ts';
import { companyHoldings } from './company-values.ts';
import { because } from '../grammar/reasons/because.ts';

export const pictureLimits = {
  bytes: 1024 * 1024,
  /** Pixels. */
  side: 4_000,
  mediaTypes: ['image/jpeg', 'image/png', 'image/gif'],
} as const;

/** Actions on one company. The server sends the allowed ones; the page offers only these. */
export const companyActs = ['update', 'link', 'move', 'freeze', 'remove'] as const;
export type CompanyAct = (typeof companyActs)[number];

const companyType = z.literal([0, 1, 2]);
export const customerType = z.literal([1, 2]);
export const named = z.object({ id: z.string(), name: z.string() });

/** The short code of a company, unique in the installation: it stands in front of the numbers of its work orders. */
export const companyCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z][A-Z0-9]{1,5}$/, because('COMPANY_CODE'));

/** Editable fields of a company. */
export const companyFields = {
  name: z.string().trim().min(1).max(60),
  /** Stands in front of the numbers of its work orders. A new company without one gets one of its name. */
  code: companyCode,
  /** ISO 3166 code, or empty. */
  region: z.string().regex(/^([A-Z]{2})?$/),
  location: z.string().trim().max(200),
  contactName: z.string().trim().max(60),
  contactPhone: z
    .string()
    .trim()
    .max(40)
    .regex(/^(\+?[\d ()./-]+)?$/, because('PHONE')),
  contactEmail: z.union([z.literal(''), z.email().max(100)]),
  /** One of `scenarios`, or free text. */
  scenario: z.string().trim().max(40),
  rating: z.number().int().min(1).max(5).nullable(),
  feature: z.literal([0, 1]),
};
/** Sales and technical support (FAE) staff of the provider for this company. */
export const companyLinks = { salesId: z.uuid().nullable(), faeId: z.uuid().nullable() };

export const company = z.object({
  id: z.string(),
  ...companyFields,
  code: z.string(),
  contactEmail: z.string(),
  type: companyType,
  agentLevel: z.number().int().nullable(),
  /** Null when the caller may not see the parent. */
  parent: named.nullable(),
  sales: named.nullable(),
  fae: named.nullable(),
  /** Address of its own logo of the style MENU, a stored file. */
  menuImage: z.string().nullable(),
  frozenAt: moment.nullable(),
  /** A company above it is frozen, so its accounts cannot sign in. */
  frozenAbove: z.boolean(),
  /** Counts the company and all companies below it. */
  deviceCount: z.number().int(),
  accountCount: z.number().int(),
  /** All companies below it. */
  belowCount: z.number().int(),
  acts: z.array(z.enum(companyActs)),
  version: z.number().int(),
  createdAt: moment,
  updatedAt: moment,
  updatedBy: z.string(),
});
export type Company = z.infer<typeof company>;

/** One node of the tree. */
export const companyNode = company
  .pick({ id: true, name: true, type: true, agentLevel: true, frozenAt: true, frozenAbove: true, acts: true })
  .extend({
    parentId: z.string().nullable(),
    version: z.number().int(),
    /** Number of direct children. */
    childCount: z.number().int(),
    deviceCount: z.number().int(),
    /** It matches the keyword; false for an ancestor of a match. */
    hit: z.boolean(),
  });
export type CompanyNode = z.infer<typeof companyNode>;

export const companyChangeKinds = ['CREATED', 'CHANGED', 'MOVED', 'FROZEN', 'UNFROZEN'] as const;

export const companyDetail = z.object({
  company,
  /** Ancestors that the caller sees, from the top. */
  way: z.array(named),
  holdings: z.array(z.object({ what: z.enum(companyHoldings), count: z.number().int() })),
  /** The first few; null when the caller lacks the permission. */
  people: z
    .array(z.object({ id: z.string(), username: z.string(), nickname: z.string(), disabled: z.boolean() }))
    .nullable(),
  devices: z
    .array(
      z.object({
        id: z.string(),
        nickname: z.string(),
        sn: z.string(),
        binding: z.enum(bindingStates),
        state: z.string(),
      }),
    )
    .nullable(),
  below: z.array(companyNode),
  changes: z.array(
    z.object({
      id: z.string(),
      at: moment,
      kind: z.enum(companyChangeKinds),
      /** Null when the account belongs to a company the caller does not see. */
      by: z.string().nullable(),
      fields: z.array(z.string()),
    }),
  ),
});
export type CompanyDetail = z.infer<typeof companyDetail>;

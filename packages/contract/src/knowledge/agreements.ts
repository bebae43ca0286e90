import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { langs } from '../grammar/lang.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { because } from '../grammar/reasons/because.ts';
import { revision } from '../grammar/release.ts';
import {
  agreementActs,
  agreementAudiences,
  agreementKinds,
  agreementStates,
  maxAgreementBody,
  maxAgreementTitle,
} from './agreement-values.ts';

const agreementText = z.strictObject({
  lang: z.enum(langs),
  title: z.string().trim().max(maxAgreementTitle),
  /** HTML; it is sanitized when it is stored. */
  body: z.string().max(maxAgreementBody),
});
export type AgreementText = z.infer<typeof agreementText>;

const texts = z
  .array(agreementText)
  .max(langs.length)
  .refine((list) => new Set(list.map(({ lang }) => lang)).size === list.length, because('LANGUAGE_TWICE'));

/** What is written down about a text. */
const written = {
  texts,
  audiences: z.array(z.enum(agreementAudiences)).min(1).max(agreementAudiences.length),
  /** Null: from its publication. */
  validFrom: moment.nullable().default(null),
  /** Accounts must accept a material version before they go on. Of another one they are told. */
  isMaterial: z.boolean(),
};
/** The versions of one kind and region follow each other. */
const place = {
  kind: z.enum(agreementKinds),
  region: z
    .string()
    .regex(/^([A-Z]{2})?$/)
    .default(''),
};

const agreement = z.object({
  id: z.string(),
  kind: z.enum(agreementKinds),
  /** ISO 3166 code, EU, or empty for everywhere. */
  region: z.string(),
  /** In the language of the reader, or the nearest that has one. */
  title: z.string(),
  langs: z.array(z.enum(langs)),
  audiences: z.array(z.enum(agreementAudiences)),
  isMaterial: z.boolean(),
  /** Counted per kind and region at the publication; null for a draft. */
  number: z.number().int().nullable(),
  state: z.enum(agreementStates),
  validFrom: moment.nullable(),
  publishedAt: moment.nullable(),
  createdBy: z.string().nullable(),
  updatedAt: moment,
  /** Accounts that accepted it, or sites that consented. */
  accepted: z.number().int(),
});
export type Agreement = z.infer<typeof agreement>;

const agreementDetail = agreement.extend({
  texts: z.array(agreementText),
  revision,
  publishedBy: z.string().nullable(),
  /** The version before it, to compare with; null for a first one. */
  before: z.object({ number: z.number().int(), texts: z.array(agreementText) }).nullable(),
});
export type AgreementDetail = z.infer<typeof agreementDetail>;

/** Who has to act when a draft is published as it is. */
const agreementEffect = z.object({
  accounts: z.number().int(),
  companies: z.number().int(),
  sites: z.number().int(),
});
export type AgreementEffect = z.infer<typeof agreementEffect>;

/** What someone did with a version. Records are only added. */
export const agreementRecord = z.object({
  id: z.string(),
  agreementId: z.string(),
  kind: z.enum(agreementKinds),
  number: z.number().int(),
  lang: z.enum(langs),
  /** SHA-256 of the title, a line break and the text as it was shown. */
  sha256: z.string(),
  act: z.enum(agreementActs),
  at: moment,
  accountName: z.string(),
  companyName: z.string(),
  /** Null where it is not about a site. */
  siteName: z.string().nullable(),
  address: z.string(),
  /** User agent of the browser. */
  agent: z.string(),
});
export type AgreementRecord = z.infer<typeof agreementRecord>;

const recordFilters = {
  keyword,
  agreementId: z.uuid().optional(),
  kind: z.enum(agreementKinds).optional(),
  act: z.enum(agreementActs).optional(),
};

const path = 'service/agreement';
const { agreements, agreementWrite, agreementPublish, agreementExport } = permissions;
const read = { method: 'POST', allow: agreements, reads: true } as const;
const write = { method: 'POST', allow: agreementWrite } as const;
const publish = { method: 'POST', allow: agreementPublish } as const;

/** Texts that people agree to, as the provider writes them, and who agreed. Readers have `ownAgreementCalls`. */
export const agreementCalls = calls('agreements', {
  list: {
    ...read,
    path: `${path}/queryWithPage`,
    input: listInput({
      /** Searches in the titles of all languages. */
      keyword,
      kind: z.enum(agreementKinds).optional(),
      state: z.array(z.enum(agreementStates)).max(agreementStates.length).optional(),
      sort: sortBy('updatedAt', 'validFrom', 'number').default('-updatedAt'),
    }),
    output: listOf(agreement),
  },
  detail: { ...read, path: `${path}/detail`, input: byId, output: agreementDetail },
  /** A dry run of the publication. */
  effect: { ...read, path: `${path}/effect`, input: byId, output: agreementEffect },
  add: {
    ...write,
    path: `${path}/add`,
    input: z.strictObject({ ...place, ...written }),
    output: agreementDetail,
  },
  update: {
    ...write,
    path: `${path}/update`,
    input: byId.extend({ ...written, revision }),
    output: agreementDetail,
  },
  publish: { ...publish, path: `${path}/publish`, input: byId.extend({ revision }), output: agreementDetail },
  unlist: { ...publish, path: `${path}/unlist`, input: byId, output: agreementDetail },
  remove: { ...write, path: `${path}/delete`, input: byId, output: nothing },
  records: {
    ...read,
    path: `${path}/consents`,
    input: listInput({ ...recordFilters, from: moment.optional(), to: moment.optional() }),
    output: listOf(agreementRecord),
  },
  export: {
    method: 'POST',
    allow: agreementExport,
    reads: true,
    kind: 'bytes',
    path: `${path}/export`,
    input: z.strictObject({ ...recordFilters, from: moment, to: moment }),
    output: z.unknown(),
  },
});

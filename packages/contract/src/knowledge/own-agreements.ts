import { z } from 'zod';
import { calls, moment, nothing } from '../grammar/call.ts';
import { langs } from '../grammar/lang.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { agreementAudiences, agreementKinds } from './agreement-values.ts';
import { agreementRecord } from './agreements.ts';

/** One version in one language, as a reader has it. */
const readText = z.object({
  id: z.string(),
  kind: z.enum(agreementKinds),
  number: z.number().int(),
  lang: z.enum(langs),
  title: z.string(),
  /** HTML. */
  body: z.string(),
  /** Sent back with an acceptance, as proof of what was seen. */
  sha256: z.string(),
  validFrom: moment,
});
export type ReadAgreement = z.infer<typeof readText>;

const dueText = readText.extend({
  /** It is accepted for the whole company. */
  isForCompany: z.boolean(),
  /** The text of the version that the account accepted last, in the same language; null for none. */
  before: z.string().nullable(),
});
export type DueAgreement = z.infer<typeof dueText>;

const seenText = z.strictObject({
  id: z.uuid(),
  lang: z.enum(langs),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** A site with its consent to watching the cameras of its robots. */
const siteConsent = z.object({
  siteId: z.string(),
  siteName: z.string(),
  companyName: z.string(),
  /** A text for its region is published, so cameras need the consent. */
  isRequired: z.boolean(),
  isGiven: z.boolean(),
  /** The last act. */
  at: moment.nullable(),
  by: z.string().nullable(),
  /** Only accounts of the company that may change its sites give and withdraw it. */
  mayDecide: z.boolean(),
});
export type SiteConsent = z.infer<typeof siteConsent>;

const path = 'service/agreement';
const own = { method: 'POST', allow: 'signedIn', beforeAgreement: true } as const;

/** Agreements as people read, accept and decline them. */
export const ownAgreementCalls = calls('agreements', {
  /** What anyone may read: without a session that of everywhere, or of a region. */
  current: {
    method: 'POST',
    allow: 'everyone',
    reads: true,
    path: `${path}/current`,
    input: z.strictObject({
      audience: z.enum(agreementAudiences).default('CONSOLE'),
      region: z.string().max(2).default(''),
    }),
    output: z.object({ texts: z.array(readText) }),
  },
  /** What the account must accept before it goes on, and the changes that it has not noted. */
  due: {
    ...own,
    reads: true,
    path: `${path}/due`,
    input: z.strictObject({}),
    output: z.object({ texts: z.array(dueText), notices: z.array(readText) }),
  },
  /** With a site the consent of that site. A version that is not due is noted. */
  accept: {
    ...own,
    path: `${path}/accept`,
    input: z.strictObject({
      texts: z.array(seenText).min(1).max(agreementKinds.length),
      siteId: z.uuid().optional(),
    }),
    output: nothing,
  },
  /** Records it and ends the session. */
  decline: { ...own, path: `${path}/decline`, input: z.strictObject({}), output: nothing },
  /** The records of the account. */
  mine: {
    ...own,
    reads: true,
    // Addresses are private, so an impersonating administrator does not see them.
    allowWhileImpersonating: false,
    path: `${path}/mine`,
    input: listInput({}),
    output: listOf(agreementRecord),
  },
  /** The consents of sites to video. */
  sites: {
    method: 'POST',
    allow: 'signedIn',
    reads: true,
    path: `${path}/site/queryWithPage`,
    input: listInput({}),
    output: listOf(siteConsent).extend({ text: readText.nullable() }),
  },
  withdraw: {
    method: 'POST',
    allow: 'signedIn',
    path: `${path}/withdraw`,
    input: z.strictObject({ siteId: z.uuid() }),
    output: nothing,
  },
});

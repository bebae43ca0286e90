import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { aiCameras, aiConsentPurposes } from './ai-values.ts';

const count = z.number().int();

/** What a company agreed to for one of its sites. */
export const aiConsent = z.object({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  siteId: z.string(),
  siteName: z.string(),
  purpose: z.enum(aiConsentPurposes),
  cameras: aiCameras,
  until: moment,
  givenAt: moment,
  givenBy: z.string(),
  withdrawnAt: moment.nullable(),
  withdrawnBy: z.string(),
  /** The pictures of the site that are stored. */
  images: count,
  /** The robots of the site that collect now. */
  collecting: count,
  inForce: z.boolean(),
});
export type AiConsent = z.infer<typeof aiConsent>;

const { aiCentre, aiConsents } = permissions;
const path = 'service/aiConsent';

/** Only accounts of the company itself give and withdraw its consent. */
export const aiConsentCalls = calls('aiConsents', {
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow: aiCentre,
    reads: true,
    input: listInput({ siteId: z.uuid().optional() }),
    output: listOf(aiConsent),
  },
  detail: {
    method: 'POST',
    path: `${path}/detail`,
    allow: aiCentre,
    reads: true,
    input: byId,
    output: aiConsent,
  },
  add: {
    method: 'POST',
    path: `${path}/add`,
    allow: aiConsents,
    input: z.strictObject({
      siteId: z.uuid(),
      purpose: z.enum(aiConsentPurposes),
      cameras: aiCameras,
      until: moment,
    }),
    output: aiConsent,
  },
  /** Collection on the site stops; its pictures and their labels are deleted. */
  withdraw: {
    method: 'POST',
    path: `${path}/withdraw`,
    allow: aiConsents,
    input: byId,
    output: aiConsent,
  },
});

import { z } from 'zod';
import { activationCode, codeBatch, codeEvent, codeStates, namedAccount } from './activation-code-rows.ts';
import { byId, calls, moment } from '../grammar/call.ts';
import { deviceModels, usageTypes } from '../devices/device-life.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

export const maxBatchSize = 10_000;
export const maxCodesAtOnce = 200;

const filters = {
  /** A code, its last characters, a serial number, or a batch's name. */
  keyword,
  state: z.array(z.enum(codeStates)).optional(),
  usageType: z.array(z.enum(usageTypes)).optional(),
  model: z.array(z.enum(deviceModels)).optional(),
  companyId: z.uuid().optional(),
  batchId: z.uuid().optional(),
};
const terms = {
  usageType: z.enum(usageTypes),
  useDays: z.number().int().min(1).max(36_500).nullable().optional(),
  useUntil: moment.nullable().optional(),
  validUntil: moment.nullable().optional(),
  noticeToId: z.uuid().nullable().optional(),
};
const ids = z.array(z.uuid()).min(1).max(maxCodesAtOnce);
/** One result per code, in the order of the input. */
const outcomes = z.object({ results: z.array(z.object({ id: z.string(), done: z.boolean() })) });

const { activationCodes, codeGenerate, codeUpdate, codeRevoke, codeExport } = permissions;
const read = { method: 'POST', allow: activationCodes, reads: true } as const;

export const activationCodeCalls = calls('activationCodes', {
  list: {
    ...read,
    path: 'service/activeCode/queryWithPage',
    input: listInput({ ...filters, sort: sortBy('createdAt', 'usedAt', 'validUntil').optional() }),
    output: listOf(activationCode),
  },
  batches: {
    ...read,
    path: 'service/activeCode/batch/queryWithPage',
    input: listInput({ keyword }),
    output: listOf(codeBatch),
  },
  detail: {
    ...read,
    path: 'service/activeCode/detail',
    input: byId,
    output: z.object({ code: activationCode, events: z.array(codeEvent) }),
  },
  /** Possible notice receivers: accounts of this company and of the companies above it that the caller sees. */
  people: {
    ...read,
    path: 'service/activeCode/people',
    input: listInput({ companyId: z.uuid(), keyword }),
    output: listOf(namedAccount),
  },
  generate: {
    method: 'POST',
    path: 'service/activeCode/generate',
    allow: codeGenerate,
    input: z.strictObject({
      count: z.number().int().min(1).max(maxBatchSize),
      model: z.enum(deviceModels),
      batchName: z.string().trim().min(1).max(60),
      /** A company other than the caller's is linked at once. */
      companyId: z.uuid().optional(),
      ...terms,
    }),
    output: z.object({ batchId: z.string(), batchName: z.string(), count: z.number().int() }),
  },
  update: {
    method: 'POST',
    path: 'service/activeCode/update',
    allow: codeUpdate,
    input: z.strictObject({
      id: z.uuid(),
      version: z.number().int(),
      ...terms,
      usageType: terms.usageType.optional(),
    }),
    output: activationCode,
  },
  /** Links unused codes to a company below. */
  link: {
    method: 'POST',
    path: 'service/activeCode/link',
    allow: codeUpdate,
    input: z.strictObject({ ids, companyId: z.uuid() }),
    output: outcomes,
  },
  /** Links the next unused codes of a batch, oldest first. */
  linkBatch: {
    method: 'POST',
    path: 'service/activeCode/batch/link',
    allow: codeUpdate,
    input: z.strictObject({
      batchId: z.uuid(),
      companyId: z.uuid(),
      count: z.number().int().min(1).max(maxBatchSize),
    }),
    output: z.object({ linked: z.number().int() }),
  },
  revoke: {
    method: 'POST',
    path: 'service/activeCode/revoke',
    allow: codeRevoke,
    input: z.strictObject({ ids }),
    output: outcomes,
  },
  /** The list as a file, or the codes only, one per line. The export is audited. */
  export: {
    method: 'POST',
    path: 'service/activeCode/export',
    kind: 'bytes',
    allow: codeExport,
    allowWhileImpersonating: false,
    input: z.strictObject({ ...filters, form: z.enum(['csv', 'text']).default('csv') }),
    output: z.unknown(),
  },
});

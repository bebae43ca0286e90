import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { cardUsageDay } from './card-usage.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { importOutcome, tableFileInput, tableFileUploads } from '../grammar/table-file.ts';

/** States that the server handles; other states of an operator are shown unchanged. */
export const cardStates = ['AVAILABLE', 'ACTIVATED', 'DEACTIVATED'] as const;
const bytes = z.number().int().nonnegative();

const cardShape = {
  id: z.string(),
  iccid: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  operator: z.string(),
  packageType: z.string(),
  status: z.string(),
  /** Why the operator suspended it; empty while it is active. */
  suspendedBecause: z.string(),
  activatedAt: moment.nullable(),
  expiresAt: moment.nullable(),
  /** Bytes per month; null when unlimited or unknown. */
  monthlyBytes: bytes.nullable(),
  /** Bytes of this month, counted by the operator; null when never reported. */
  usedBytes: bytes.nullable(),
  /** When the operator last reported. */
  toldAt: moment.nullable(),
  /** The robot that reports this card; null when the caller may not see it. */
  device: z.object({ id: z.string(), nickname: z.string(), sn: z.string() }).nullable(),
  remark: z.string(),
  version: z.number().int(),
};
export const networkCard = z.object(cardShape);
export type NetworkCard = z.infer<typeof networkCard>;

const filters = {
  keyword,
  status: z.array(z.string().max(40)).optional(),
  companyId: z.uuid().optional(),
  operator: z.string().max(60).optional(),
  /** More than this percentage of the monthly data is used. */
  usedOver: z.number().min(0).max(1000).optional(),
  linked: z.boolean().optional(),
};
const { networkCards: list, cardImport, cardOperate, cardExport } = permissions;

/** Columns of the import file; the first is required. */
export const cardImportColumns = [
  'iccid',
  'operator',
  'package',
  'monthlyMb',
  'expires',
  'company',
  'remark',
] as const;
export type CardImportColumn = (typeof cardImportColumns)[number];
const target = z.strictObject({ companyId: z.uuid().optional(), ...tableFileInput });

/** SIM cards of robots. The operator reports their usage; the server stores company and robot. */
export const networkCardCalls = calls('networkCards', {
  list: {
    method: 'POST',
    path: 'service/networkCard/queryWithPage',
    allow: list,
    reads: true,
    input: listInput({
      ...filters,
      sort: sortBy('iccid', 'usedBytes', 'expiresAt', 'activatedAt').optional(),
    }),
    output: listOf(networkCard),
  },
  /** Number of cards by kind, and their total usage of this month. */
  summary: {
    method: 'POST',
    path: 'service/networkCard/summary',
    allow: list,
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      total: z.number().int(),
      activated: z.number().int(),
      suspended: z.number().int(),
      /** More than 90 % of the monthly data used. */
      nearLimit: z.number().int(),
      expiring: z.number().int(),
      usedBytes: bytes.nullable(),
      /** Whether an operator is connected at all. */
      operator: z.boolean(),
    }),
  },
  /** Operators and states of the visible cards, as named by the operators. */
  choices: {
    method: 'POST',
    path: 'service/networkCard/choices',
    allow: list,
    reads: true,
    input: z.strictObject({}),
    output: z.object({ operators: z.array(z.string()), statuses: z.array(z.string()) }),
  },
  detail: {
    method: 'POST',
    path: 'service/networkCard/detail',
    allow: list,
    reads: true,
    input: byId,
    output: z.object({ card: networkCard, usage: z.array(cardUsageDay) }),
  },
  importPreview: {
    method: 'POST',
    path: 'service/networkCard/import/preview',
    kind: 'multipart',
    maxUploadBytes: tableFileUploads,
    allow: cardImport,
    reads: true,
    input: target,
    output: importOutcome(
      z.object({
        line: z.number().int(),
        iccid: z.string(),
        operator: z.string(),
        packageType: z.string(),
        company: z.string(),
        monthlyMb: z.number().nullable(),
      }),
    ),
  },
  import: {
    method: 'POST',
    path: 'service/networkCard/import',
    kind: 'multipart',
    maxUploadBytes: tableFileUploads,
    allow: cardImport,
    input: target,
    output: z.object({ added: z.number().int() }),
  },
  update: {
    method: 'POST',
    path: 'service/networkCard/update',
    allow: cardOperate,
    input: z.strictObject({
      id: z.uuid(),
      version: z.number().int(),
      companyId: z.uuid().optional(),
      remark: z.string().trim().max(200).optional(),
    }),
    output: networkCard,
  },
  /** Requests current data of this card from the operator. */
  refresh: {
    method: 'POST',
    path: 'service/networkCard/refresh',
    allow: cardOperate,
    input: byId,
    output: networkCard,
  },
  /** Suspends the card. A robot without another network goes offline. */
  suspend: {
    method: 'POST',
    path: 'service/networkCard/suspend',
    allow: cardOperate,
    input: z.strictObject({ id: z.uuid(), reason: z.string().trim().min(1).max(200) }),
    output: networkCard,
  },
  resume: {
    method: 'POST',
    path: 'service/networkCard/resume',
    allow: cardOperate,
    input: byId,
    output: networkCard,
  },
  /** Refused while the card is in a robot. */
  remove: {
    method: 'POST',
    path: 'service/networkCard/delete',
    allow: cardOperate,
    input: byId,
    output: nothing,
  },
  export: {
    method: 'POST',
    path: 'service/networkCard/export',
    kind: 'bytes',
    allow: cardExport,
    reads: true,
    input: z.strictObject(filters),
    output: z.unknown(),
  },
});

import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { trailPoint } from '../devices/device-live.ts';
import { langs } from '../grammar/lang.ts';
import { permissions } from '../grammar/permissions.ts';
import { documentReader, reportRecord } from './report-documents.ts';
import { reportDetail } from './task-reports.ts';

export const reportShareStates = ['OPEN', 'EXPIRED', 'REVOKED'] as const;

/** A link that opens a report without an account. */
export const reportShare = z.object({
  id: z.string(),
  reportId: z.string(),
  /** Note of the creator, for example the receiver. */
  note: z.string(),
  state: z.enum(reportShareStates),
  createdAt: moment,
  createdBy: z.string(),
  expiresAt: moment,
  revokedAt: moment.nullable(),
  revokedBy: z.string().nullable(),
  opened: z.number().int(),
  lastOpenedAt: moment.nullable(),
});
export type ReportShare = z.infer<typeof reportShare>;

/** A link is valid for a year at most; for longer proof there is the PDF. */
export const maxShareDays = 366;
/** Largest number of open links per report. */
export const maxOpenShares = 50;

/** The report of a link; it contains no names of accounts. */
export const sharedReport = reportDetail.extend({
  expiresAt: moment,
  sha256: z.string(),
  companyLogo: z.boolean(),
});
export type SharedReport = z.infer<typeof sharedReport>;

const token = z.strictObject({ token: z.string().min(1).max(100) });

export const reportShareCalls = calls('reportShares', {
  list: {
    method: 'POST',
    path: 'service/reportShare/query',
    allow: permissions.reportShare,
    reads: true,
    input: z.strictObject({ reportId: z.uuid() }),
    output: z.object({ list: z.array(reportShare) }),
  },
  /** The token is only in this answer. */
  add: {
    method: 'POST',
    path: 'service/reportShare/add',
    allow: permissions.reportShare,
    input: z.strictObject({
      reportId: z.uuid(),
      note: z.string().trim().max(100).default(''),
      days: z.number().int().min(1).max(maxShareDays),
    }),
    output: z.object({ token: z.string(), share: reportShare }),
  },
  /** Effective at once: the next request with the link is refused. */
  revoke: {
    method: 'POST',
    path: 'service/reportShare/revoke',
    allow: permissions.reportShare,
    input: byId,
    output: nothing,
  },
  /** The report of a link; increments `opened`. */
  look: {
    method: 'POST',
    path: 'service/reportShare/look',
    allow: 'everyone',
    input: token,
    output: sharedReport,
  },
  path: {
    method: 'POST',
    path: 'service/reportShare/path',
    allow: 'everyone',
    reads: true,
    input: token,
    output: z.object({ source: z.enum(['ROBOT', 'STREAM']), points: z.array(trailPoint) }),
  },
  record: {
    method: 'POST',
    path: 'service/reportShare/record',
    allow: 'everyone',
    reads: true,
    input: token,
    output: reportRecord,
  },
  /** The map or the coverage picture of this report; no other file. */
  picture: {
    method: 'POST',
    path: 'service/reportShare/picture',
    kind: 'bytes',
    allow: 'everyone',
    reads: true,
    input: token.extend({ file: z.string().min(1).max(100) }),
    output: z.unknown(),
  },
  /** The logo of the report's company; no other file. */
  logo: {
    method: 'POST',
    path: 'service/reportShare/logo',
    kind: 'bytes',
    allow: 'everyone',
    reads: true,
    input: token,
    output: z.unknown(),
  },
  /** The PDF in the language selected by the visitor. */
  pdf: {
    method: 'POST',
    path: 'service/reportShare/pdf',
    kind: 'bytes',
    allow: 'everyone',
    reads: true,
    input: token.extend({ ...documentReader, lang: z.enum(langs) }),
    output: z.unknown(),
  },
});

import { z } from 'zod';
import { byId, calls } from '../grammar/call.ts';
import { areaUnits, profile, volumeUnits } from '../people/people.ts';
import { permissions } from '../grammar/permissions.ts';
import { reportPeriod } from './report-filters.ts';
import { printed, reportPrint } from './report-prints.ts';

export * from './report-prints.ts';

/** For whom a document is written. What is left out is metric, and UTC. */
export const documentReader = {
  timezone: profile.shape.timezone,
  area: z.enum(areaUnits).optional(),
  volume: z.enum(volumeUnits).optional(),
};

/** The most rows a sheet has by its format, the head aside. A table as CSV has no such end. */
export const maxSheetRows = 1_048_575;
/** The most rows the PDF of a period lists; its totals are over all of them. */
export const maxPeriodRows = 400;

/** What stands fast of a run, byte by byte the same whenever it is asked for, and its fingerprint. */
export const reportRecord = z.object({
  /** JSON with its names in order (RFC 8785). */
  record: z.string(),
  /** SHA-256 of the record's UTF-8 bytes, in hexadecimal. */
  sha256: z.string(),
});

export const reportDocumentCalls = calls('taskReports', {
  record: {
    method: 'POST',
    path: 'service/task/report/record',
    allow: permissions.reportList,
    reads: true,
    input: byId,
    output: reportRecord,
  },
  /** One report as a PDF in the caller's language. */
  pdf: {
    method: 'POST',
    path: 'service/task/report/pdf',
    kind: 'bytes',
    allow: permissions.reportExport,
    reads: true,
    input: byId.extend(documentReader),
    output: z.unknown(),
  },
  /** The reports of a period, at most one month, as a PDF: cover, totals, list, and the floors with what was cleaned. */
  periodPdf: {
    method: 'POST',
    path: 'service/task/report/periodPdf',
    kind: 'bytes',
    allow: permissions.reportExport,
    reads: true,
    input: z.strictObject({ ...reportPeriod, ...documentReader }),
    output: z.unknown(),
  },
  /** The filtered reports as a sheet, in the caller's language and units, at most one month and `mostSheetRows`; streamed. */
  sheet: {
    method: 'POST',
    path: 'service/task/report/sheet',
    kind: 'bytes',
    allow: permissions.reportExport,
    reads: true,
    input: z.strictObject({ ...reportPeriod, ...documentReader }),
    output: z.unknown(),
  },
  /** For whoever holds the PDF of a period: nobody else knows its fingerprint, and what is told stands on it. */
  checkPrint: {
    method: 'POST',
    path: 'service/task/report/checkPrint',
    allow: 'everyone',
    reads: true,
    input: z.strictObject({ sha256: printed }),
    output: reportPrint,
  },
});

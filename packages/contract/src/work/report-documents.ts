import { z } from 'zod';
import { byId, calls } from '../grammar/call.ts';
import { areaUnits, profile, volumeUnits } from '../people/people.ts';
import { permissions } from '../grammar/permissions.ts';
import { reportPeriod } from './report-filters.ts';
import { printHash, reportPrint } from './report-prints.ts';

export * from './report-prints.ts';

/** Units and time zone of a document; the defaults are metric and UTC. */
export const documentReader = {
  timezone: profile.shape.timezone,
  area: z.enum(areaUnits).optional(),
  volume: z.enum(volumeUnits).optional(),
};

/** Largest number of rows of a spreadsheet without the header, a limit of the format. CSV has no limit. */
export const maxSheetRows = 1_048_575;
/** Largest number of rows in the PDF of a period; its totals include all reports. */
export const maxPeriodRows = 400;

/** The fixed record of a run, identical byte by byte on every request, and its hash. */
export const reportRecord = z.object({
  /** Canonical JSON (RFC 8785). */
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
  /** The reports of a period, at most one month, as a PDF: cover, totals, list, and maps with the cleaned area. */
  periodPdf: {
    method: 'POST',
    path: 'service/task/report/periodPdf',
    kind: 'bytes',
    allow: permissions.reportExport,
    reads: true,
    input: z.strictObject({ ...reportPeriod, ...documentReader }),
    output: z.unknown(),
  },
  /** The filtered reports as a spreadsheet in the caller's language and units, at most one month and `maxSheetRows`; streamed. */
  sheet: {
    method: 'POST',
    path: 'service/task/report/sheet',
    kind: 'bytes',
    allow: permissions.reportExport,
    reads: true,
    input: z.strictObject({ ...reportPeriod, ...documentReader }),
    output: z.unknown(),
  },
  /** Checks the PDF of a period. It is public: only readers of the PDF know the hash, and the answer repeats its text. */
  checkPrint: {
    method: 'POST',
    path: 'service/task/report/checkPrint',
    allow: 'everyone',
    reads: true,
    input: z.strictObject({ sha256: printHash }),
    output: reportPrint,
  },
});

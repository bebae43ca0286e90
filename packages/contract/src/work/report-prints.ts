import { z } from 'zod';
import { moment } from '../grammar/call.ts';

/** SHA-256 in hexadecimal, as printed in the document. */
export const printHash = z.string().regex(/^[0-9a-f]{64}$/);

/** A printed document of a period, compared with the current records. */
export const reportPrint = z.object({
  sha256: printHash,
  /** The company of the document. */
  company: z.string(),
  /** Days of the sites; moments in the time zone in older documents. */
  from: z.union([z.iso.date(), moment]),
  to: z.union([z.iso.date(), moment]),
  timezone: z.string(),
  /** When the first document with this hash was created. */
  madeAt: moment,
  reports: z.number().int(),
  state: z.enum(['SAME', 'CHANGED']),
  /** Number of reports now. */
  reportsNow: z.number().int(),
  /** Of these, the number received or completed after the document was created. */
  cameSince: z.number().int(),
});
export type ReportPrint = z.infer<typeof reportPrint>;

/** Token of the link in a document that opens its check page. */
export const printToken = (print: string) => `proof_${print}`;

import { z } from 'zod';
import { moment } from '../grammar/call.ts';

/** SHA-256 in hexadecimal, as it is printed. */
export const printed = z.string().regex(/^[0-9a-f]{64}$/);

/** What was printed in the document of a period, held against the records of today. */
export const reportPrint = z.object({
  sha256: printed,
  /** Whose document it is. */
  company: z.string(),
  from: moment,
  to: moment,
  /** Where its days begin and end. */
  timezone: z.string(),
  /** The first one with this fingerprint. */
  madeAt: moment,
  reports: z.number().int(),
  state: z.enum(['SAME', 'CHANGED']),
  /** How many there are now. */
  reportsNow: z.number().int(),
  /** Of these, how many came, or were completed by their robot, after it was made. */
  cameSince: z.number().int(),
});
export type ReportPrint = z.infer<typeof reportPrint>;

/** The token that leads whoever holds a document to where it is checked. */
export const printToken = (print: string) => `proof_${print}`;

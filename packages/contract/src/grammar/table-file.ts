import { z } from 'zod';

/** So many faults are told; a file with more of them needs another look anyway. */
export const maxImportFaults = 200;

/** A table file comes as `file`; 5,000 lines with every column filled stay below this. */
export const tableFileUploads = { file: 4 * 1024 * 1024 } as const;

export const importReasons = [
  'EMPTY',
  'ENCODING',
  'QUOTES',
  'NO_COLUMN',
  'TWICE_COLUMN',
  'TOO_MANY_LINES',
  'TOO_MANY_CELLS',
  'TOO_LONG',
  'FORMULA',
  'MISSING',
  'INVALID',
  'TWICE_IN_FILE',
  'TAKEN',
  'UNKNOWN',
  'AMBIGUOUS',
] as const;
export type ImportReason = (typeof importReasons)[number];

const fault = z.object({
  /** As an editor counts; 0 speaks of the whole file. */
  line: z.number().int(),
  column: z.string(),
  reason: z.enum(importReasons),
  value: z.string(),
});
export type ImportFault = z.infer<typeof fault>;

/** What a file of rows would become, before anything is stored. */
export const importOutcome = <R extends z.ZodType>(row: R) =>
  z.object({
    encoding: z.string(),
    /** Lines read, and how many of them could be taken. */
    rows: z.number().int(),
    good: z.number().int(),
    faults: z.array(fault),
    /** More faults than are told. */
    more: z.boolean(),
    /** Headings nobody knows; their cells are left out. */
    unknown: z.array(z.string()),
    /** The first lines as they would be taken. */
    first: z.array(row),
  });

import { z } from 'zod';

/** The largest number of faults in an answer. */
export const maxImportFaults = 200;

/** The multipart field of a table file; 5,000 lines with every column filled stay below this size. */
export const tableFileUploads = { file: 4 * 1024 * 1024 } as const;

/** Encodings of table files; those after UTF-16 are what Excel writes on a Windows of one of our languages. */
export const tableEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
] as const;
export type TableEncoding = (typeof tableEncodings)[number];

/** The file's encoding as a person chose it; without it the server finds it. */
export const tableFileInput = { encoding: z.enum(tableEncodings).optional() };

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
  'NUMBER_AMBIGUOUS',
  'TWICE_IN_FILE',
  'TAKEN',
  'DOT_IN_NAME',
  'UNKNOWN',
  'AMBIGUOUS',
] as const;
export type ImportReason = (typeof importReasons)[number];

const fault = z.object({
  /** Line number from 1; 0 for the whole file. */
  line: z.number().int(),
  column: z.string(),
  reason: z.enum(importReasons),
  value: z.string(),
});
export type ImportFault = z.infer<typeof fault>;

/** The preview of an import; nothing is stored. */
export const importOutcome = <R extends z.ZodType>(row: R) =>
  z.object({
    encoding: z.enum(tableEncodings),
    /** Words beyond ASCII, if the encoding was guessed. */
    samples: z.array(z.string()),
    /** Lines read; `good` counts those without a fault. */
    rows: z.number().int(),
    good: z.number().int(),
    faults: z.array(fault),
    /** There are more faults than listed. */
    more: z.boolean(),
    /** Unknown headings; their cells are ignored. */
    unknown: z.array(z.string()),
    /** The first lines as they would be imported. */
    first: z.array(row),
  });

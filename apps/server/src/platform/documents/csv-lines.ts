import { CsvError, parse } from 'csv-parse/sync';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

/** What people's programs save: by its mark, else UTF-8 if it is that, else GBK. */
export function decoded(bytes: Uint8Array): { encoding: Encoding; text: string } {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return as('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return as('utf-16be', bytes);
  try {
    return { encoding: 'utf-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return as('gb18030', bytes);
  }
}
const as = <E extends Encoding>(encoding: E, bytes: Uint8Array) => ({
  encoding,
  text: new TextDecoder(encoding).decode(bytes),
});

/** A German Excel writes semicolons, one pasted from a sheet tabs; the heading tells. */
function delimiterOf(text: string): string {
  const heading = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const counted = [',', ';', '\t'].map((one) => ({ one, count: heading.split(one).length }));
  return counted.toSorted((a, b) => b.count - a.count)[0]!.one;
}

export interface Line {
  line: number;
  cells: string[];
}

/** At most so many lines; those before a quotation mark that is never closed, and where that is. */
export function linesOf(text: string, most: number): { lines: Line[]; brokenAt?: number } {
  const lines: Line[] = [];
  try {
    // The records are taken as they come, so that those before a broken quote are still told about.
    parse(text, {
      delimiter: delimiterOf(text),
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: most,
      on_record: (cells: string[], { lines: line }) => {
        lines.push({ line, cells });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { lines, brokenAt: (lines.at(-1)?.line ?? 0) + 1 };
  }
  return { lines };
}

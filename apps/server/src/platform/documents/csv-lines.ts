import { CsvError, parse } from 'csv-parse/sync';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

/** Decodes a text file: by its byte order mark, else as UTF-8 if it is valid, else as GB 18030. */
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

/** The delimiter that occurs most in the heading: a German Excel writes semicolons, a pasted sheet has tabs. */
function delimiterOf(text: string): string {
  const heading = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: heading.split(delimiter).length }));
  return counts.toSorted((a, b) => b.count - a.count)[0]!.delimiter;
}

export interface Line {
  line: number;
  cells: string[];
}

/** The first `maxLines` lines. After an unclosed quotation mark it returns the lines before it and its line number. */
export function linesOf(text: string, maxLines: number): { lines: Line[]; brokenAt?: number } {
  const lines: Line[] = [];
  try {
    // The records are collected one by one, so those before a broken quote are kept.
    parse(text, {
      delimiter: delimiterOf(text),
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: maxLines,
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

import { CsvError, parse } from 'csv-parse/sync';

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

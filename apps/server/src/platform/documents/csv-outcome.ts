import type { CsvTable } from './csv-table.ts';

const maxSamples = 6;

/** Words of a table whose encoding was guessed: a person sees by them whether it is the right one. */
function samplesOf({ encoding, rows }: CsvTable<string>): string[] {
  if (encoding.startsWith('utf')) return [];
  const words = new Set<string>();
  for (const { cells } of rows)
    for (const cell of Object.values(cells)) {
      if (/[^\0-\u007f]/.test(cell)) words.add(cell.slice(0, 60));
      if (words.size === maxSamples) return [...words];
    }
  return [...words];
}

/** The preview of a table: how many rows are valid, and at most `maxFaults` faults, sorted by line. */
export function outcomeOf<F extends { line: number }, R>(
  table: CsvTable<string>,
  faults: readonly F[],
  { maxFaults, first }: { maxFaults: number; first: R[] },
) {
  const sorted = faults.toSorted((a, b) => a.line - b.line);
  const faultyLines = new Set(sorted.map(({ line }) => line));
  // A fault of the file or its heading makes every line invalid.
  const fileIsFaulty = faultyLines.has(0) || faultyLines.has(1);
  return {
    encoding: table.encoding,
    samples: samplesOf(table),
    rows: table.rows.length,
    good: fileIsFaulty ? 0 : table.rows.filter(({ line }) => !faultyLines.has(line)).length,
    faults: sorted.slice(0, maxFaults),
    more: sorted.length > maxFaults,
    unknown: table.unknown,
    first,
  };
}

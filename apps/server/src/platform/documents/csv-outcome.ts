import type { CsvTable } from './csv-table.ts';

/** What a preview tells of a table: how much of it could be taken, and what is wrong. `most` faults are told. */
export function outcomeOf<F extends { line: number }, R>(
  table: CsvTable<string>,
  faults: readonly F[],
  { most, first }: { most: number; first: R[] },
) {
  const told = faults.toSorted((a, b) => a.line - b.line);
  const bad = new Set(told.map(({ line }) => line));
  // A fault of the file or its heading spoils every line.
  const whole = bad.has(0) || bad.has(1);
  return {
    encoding: table.encoding,
    rows: table.rows.length,
    good: whole ? 0 : table.rows.filter(({ line }) => !bad.has(line)).length,
    faults: told.slice(0, most),
    more: told.length > most,
    unknown: table.unknown,
    first,
  };
}

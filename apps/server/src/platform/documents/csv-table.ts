import { decoded, linesOf, type Encoding, type Line } from './csv-lines.ts';

/** Why a line or the whole table cannot be taken. The console says it in the reader's language. */
export type CsvReason =
  | 'EMPTY'
  | 'ENCODING'
  | 'QUOTES'
  | 'NO_COLUMN'
  | 'TWICE_COLUMN'
  | 'TOO_MANY_LINES'
  | 'TOO_MANY_CELLS'
  | 'TOO_LONG'
  | 'FORMULA';

export interface CsvFault<R extends string = CsvReason> {
  /** As an editor counts, the heading is 1; 0 speaks of the whole file. */
  line: number;
  /** Empty where the whole line is meant. */
  column: string;
  reason: R;
  /** What stands there, shortened. */
  value: string;
}

export interface CsvTable<C extends string> {
  encoding: Encoding;
  rows: { line: number; cells: Record<C, string> }[];
  faults: CsvFault[];
  /** Headings nobody asked for; their cells are left out. */
  unknown: string[];
}

interface Shape<C extends string> {
  columns: readonly C[];
  required: readonly NoInfer<C>[];
  maxRows: number;
  /** Characters of one cell. */
  maxCell?: number;
}

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
const whole = (reason: CsvReason, value = ''): CsvFault => ({ line: 0, column: '', reason, value });
/** What a spreadsheet would calculate (see `csvLine`); one apostrophe before it makes it a text. */
const formula = /^[=+\-@\t\r＝＋－＠]/;

/**
 * Reads a table that people made: with a byte order mark or without, in UTF-8, UTF-16 or GBK (what Excel saves on a Chinese Windows),
 * between commas, semicolons or tabs, columns in any order. Reads no further than `maxRows`, so a file of a million lines costs as
 * little as the longest one allowed. Never throws for what stands in the file: what is wrong is told by line and column.
 */
export function readCsvTable<C extends string>(bytes: Uint8Array, shape: Shape<C>): CsvTable<C> {
  const { encoding, text } = decoded(bytes);
  const table: CsvTable<C> = { encoding, rows: [], faults: [], unknown: [] };
  if (text.includes('\u{fffd}') || text.includes('\0')) table.faults.push(whole('ENCODING'));
  if (text.trim() === '') table.faults.push(whole('EMPTY'));
  if (table.faults.length > 0) return table;

  const { lines, brokenAt } = linesOf(text, shape.maxRows + 2);
  if (brokenAt) table.faults.push({ line: brokenAt, column: '', reason: 'QUOTES', value: '' });
  const [heading, ...rows] = lines;
  if (!heading) return table;
  const places = placesOf(heading.cells, shape, table);
  if (rows.length === 0 && table.faults.length === 0) table.faults.push(whole('EMPTY'));
  if (rows.length > shape.maxRows) {
    table.faults.push(whole('TOO_MANY_LINES', String(shape.maxRows)));
    rows.length = shape.maxRows;
  }
  if (table.faults.some(({ line }) => line <= 1)) return table;
  for (const row of rows) {
    if (row.cells.length > heading.cells.length && row.cells.slice(heading.cells.length).some(Boolean))
      table.faults.push({ line: row.line, column: '', reason: 'TOO_MANY_CELLS', value: '' });
    table.rows.push({ line: row.line, cells: cellsOf(row, places, shape, table.faults) });
  }
  return table;
}

/** Where each column stands; what is missing or there twice is a fault of line 1. */
function placesOf<C extends string>(
  heading: readonly string[],
  { columns, required }: Shape<C>,
  table: CsvTable<C>,
): Map<C, number> {
  const places = new Map<C, number>();
  heading.forEach((name, place) => {
    const column = columns.find((one) => one.toLowerCase() === name.trim().toLowerCase());
    if (!column) {
      if (name.trim()) table.unknown.push(shortened(name.trim()));
    } else if (places.has(column)) {
      table.faults.push({ line: 1, column, reason: 'TWICE_COLUMN', value: '' });
    } else {
      places.set(column, place);
    }
  });
  for (const column of required)
    if (!places.has(column)) table.faults.push({ line: 1, column, reason: 'NO_COLUMN', value: '' });
  return places;
}

function cellsOf<C extends string>(
  { line, cells }: Line,
  places: ReadonlyMap<C, number>,
  { columns, maxCell = 300 }: Shape<C>,
  faults: CsvFault[],
) {
  const read = (column: C) => {
    const cell = (cells[places.get(column) ?? -1] ?? '').trim();
    if (formula.test(cell)) faults.push({ line, column, reason: 'FORMULA', value: shortened(cell) });
    if (cell.length > maxCell) faults.push({ line, column, reason: 'TOO_LONG', value: shortened(cell) });
    return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;
  };
  return Object.fromEntries(columns.map((column) => [column, read(column)])) as Record<C, string>;
}

import type { Lang, TableEncoding } from '@sweepline/contract';
import { decodeText } from './csv-encoding.ts';
import { linesOf, type Line } from './csv-lines.ts';

/** Why a line or the whole table is invalid. The console translates it. */
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
  /** The line number in an editor: the heading is 1, and 0 means the whole file. */
  line: number;
  /** Empty for a fault of the whole line. */
  column: string;
  reason: R;
  /** The content of the cell, shortened. */
  value: string;
}

export interface CsvTable<C extends string> {
  encoding: TableEncoding;
  rows: { line: number; cells: Record<C, string> }[];
  faults: CsvFault[];
  /** Headings that are no column; their cells are ignored. */
  unknown: string[];
}

interface Shape<C extends string> {
  /** The language of the reader. */
  lang: Lang;
  /** The encoding that the reader chose. */
  encoding?: TableEncoding | undefined;
  columns: readonly C[];
  required: readonly NoInfer<C>[];
  maxRows: number;
  /** Maximum number of characters of a cell. */
  maxCell?: number;
}

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
const fileFault = (reason: CsvReason, value = ''): CsvFault => ({ line: 0, column: '', reason, value });
/** A cell that a spreadsheet would calculate (see `csvLine`); an apostrophe before it makes it a text. */
const formula = /^[=+\-@\t\r＝＋－＠]/;

/**
 * Reads a CSV table in any encoding that Excel writes, with or without a byte order mark, separated by commas, semicolons or tabs,
 * columns in any order. It stops after `maxRows`, so a file of a million lines costs no more than the longest allowed one. It never
 * throws for the content: faults are returned by line and column.
 */
export function readCsvTable<C extends string>(bytes: Uint8Array, shape: Shape<C>): CsvTable<C> {
  const { encoding, text } = decodeText(bytes, shape.lang, shape.encoding);
  const table: CsvTable<C> = { encoding, rows: [], faults: [], unknown: [] };
  if (text === undefined || text.trim() === '') {
    table.faults.push(fileFault(text === undefined ? 'ENCODING' : 'EMPTY'));
    return table;
  }

  const { lines, brokenAt } = linesOf(text, shape.maxRows + 2);
  if (brokenAt) table.faults.push({ line: brokenAt, column: '', reason: 'QUOTES', value: '' });
  const [heading, ...rows] = lines;
  if (!heading) return table;
  const places = placesOf(heading.cells, shape, table);
  if (rows.length === 0 && table.faults.length === 0) table.faults.push(fileFault('EMPTY'));
  if (rows.length > shape.maxRows) {
    table.faults.push(fileFault('TOO_MANY_LINES', String(shape.maxRows)));
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

/** The position of each column. A missing or repeated column is a fault of line 1. */
function placesOf<C extends string>(
  heading: readonly string[],
  { columns, required }: Shape<C>,
  table: CsvTable<C>,
): Map<C, number> {
  const places = new Map<C, number>();
  heading.forEach((name, place) => {
    const column = columns.find((candidate) => candidate.toLowerCase() === name.trim().toLowerCase());
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

/** The number formats; each is a style of the workbook, in this order. */
export const numberFormats = ['plain', 'head', '#,##0.0', '#,##0', '0.0%', 'yyyy-mm-dd hh:mm:ss'] as const;
type NumberFormat = Exclude<(typeof numberFormats)[number], 'plain' | 'head'>;

/** A text, a number with its format, or `null`: an unknown value is an empty cell, never 0. */
export type SheetCell = string | null | readonly [value: number, format: NumberFormat];

const dayMs = 86_400_000;
/** Days from the epoch of spreadsheets to 1970. */
const epochDay = 25_569;
/** The maximum length of a cell's text. */
const maxTextLength = 32_767;
const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A moment as a cell. A spreadsheet stores no time zone, so the argument is the reader's local time, written as if UTC. */
export const sheetMoment = (localTimeAsUtcMs: number): SheetCell => [
  localTimeAsUtcMs / dayMs + epochDay,
  'yyyy-mm-dd hh:mm:ss',
];

/** The name of a column: A … Z, AA … */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

/**
 * A cell with a text; a text that begins like a formula stays a text. Characters that XML does not allow are dropped. Spreadsheets read
 * `_x0041_` as the letter A and a bare CR as a line feed, so both are written as such an escape (ECMA-376, ST_Xstring).
 */
export const textCell = (at: string, text: string, style = '') => {
  const content = text
    .slice(0, maxTextLength)
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('\r', '_x000D_')
    .replaceAll(/[&<>]/g, (mark) => marks[mark]!);
  return `<c r="${at}" t="inlineStr"${style}><is><t xml:space="preserve">${content}</t></is></c>`;
};

/** A cell without a value is left out: the reference of the next one says where it stands. */
export const cellOf = (at: string, cell: SheetCell): string => {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'string') return textCell(at, cell);
  const [value, format] = cell;
  return Number.isFinite(value)
    ? `<c r="${at}" s="${numberFormats.indexOf(format)}"><v>${value}</v></c>`
    : '';
};

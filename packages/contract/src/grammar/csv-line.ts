/** The UTF-8 byte order mark; Excel reads UTF-8 only after it. */
export const csvMark = '\ufeff';

/**
 * One CSV line (RFC 4180) with its line end. A text that a spreadsheet would read as a formula gets a leading apostrophe. An
 * unknown value (`null`) is an empty cell, never 0.
 */
export const csvLine = (cells: readonly (string | number | null)[]) => `${cells.map(cell).join(',')}\r\n`;

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

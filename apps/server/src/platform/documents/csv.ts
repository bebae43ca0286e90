/** Excel reads UTF-8 only behind this mark. */
export const csvMark = '\ufeff';

/**
 * One line of RFC 4180. A text that a spreadsheet would take for a formula is led by an apostrophe; what is not known is empty,
 * never 0.
 */
export const csvLine = (cells: readonly (string | number | null)[]) => `${cells.map(cell).join(',')}\r\n`;

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

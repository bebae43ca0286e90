const isHeader = (cell: string) => /^(sn|serial ?(number|no\.?)?)$/i.test(cell);

/** The cell in quotes or up to the first separator. */
const firstCell = (line: string) => (/^"([^"]*)"|^([^,;\t]*)/.exec(line)?.slice(1).join('') ?? '').trim();

/**
 * The serial numbers in a typed text or a CSV, once each. A line with separators is a row of a table whose first column counts;
 * another line is a list of words.
 */
export function serialsIn(text: string): string[] {
  const lines = text.replace(/^\u{FEFF}/u, '').split(/\r?\n/);
  const cells = lines.flatMap((line) =>
    /[,;\t"]/.test(line) ? [firstCell(line.trim())] : line.trim().split(/\s+/),
  );
  return [...new Set(cells.filter((cell) => cell !== '' && !isHeader(cell)))];
}

/** What a cell says: a number, nothing, no number, or one of two numbers that differ a thousandfold. */
export type CsvNumber = number | null | 'INVALID' | 'NUMBER_AMBIGUOUS';

type Mark = '.' | ',';

/** Digits in groups of three, with blanks or apostrophes between them as in France and Switzerland. */
const ungrouped = (text: string) =>
  /^\d{1,3}([ \u00a0\u202f'’]\d{3})+([.,]\d*)?$/.test(text)
    ? text.replaceAll(/[ \u00a0\u202f'’]/g, '')
    : text;

const isGrouped = (text: string, mark: Mark) => new RegExp(`^[1-9]\\d{0,2}(\\${mark}\\d{3})+$`).test(text);

/** The decimal marks with which a text is a number. Exponents, hexadecimal and other spellings of programs are none. */
function decimalMarks(text: string): Mark[] {
  return (['.', ','] as const).filter((decimal) => {
    const grouping: Mark = decimal === '.' ? ',' : '.';
    const parts = text.split(decimal);
    const [whole = '', fraction] = parts;
    if (parts.length > 2 || (fraction !== undefined && !/^\d+$/.test(fraction))) return false;
    return /^\d+$/.test(whole) || isGrouped(whole, grouping);
  });
}

const numberOf = (text: string, decimal: Mark): number =>
  Number(text.replaceAll(decimal === '.' ? ',' : '.', '').replace(decimal, '.'));

/**
 * The numbers of one column. `1,024` is a thousand or one, by the country of its writer. The other cells of the column decide it, if
 * they have one decimal mark; otherwise the cell is refused, because a wrong guess is a factor of a thousand.
 */
export function csvNumbers(cells: readonly string[]): CsvNumber[] {
  const texts = cells.map((cell) => ungrouped(cell.trim()));
  const marks = texts.map(decimalMarks);
  const certain = new Set(
    texts.flatMap((text, n) => (/[.,]/.test(text) && marks[n]!.length === 1 ? marks[n]! : [])),
  );
  return texts.map((text, n) => {
    const possible = marks[n]!;
    if (text === '') return null;
    if (possible.length === 0) return 'INVALID';
    const values = new Set(possible.map((mark) => numberOf(text, mark)));
    const [value] = values;
    if (values.size === 1) return value!;
    const [mark] = certain;
    return certain.size === 1 ? numberOf(text, mark!) : 'NUMBER_AMBIGUOUS';
  });
}

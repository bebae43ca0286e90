import { expect, test } from 'vitest';
import { csvLine } from './csv-line.ts';

test('a line has each value as a spreadsheet shows it, and no text that it would calculate', () => {
  expect(csvLine(['a', 1.5, null, '', 'Süd, 大厅'])).toBe('a,1.5,,,"Süd, 大厅"\r\n');
  for (const start of ['=', '+', '-', '@', '\t', '＝', '＋', '－', '＠'])
    expect(csvLine([`${start}1`])).toBe(`'${start}1\r\n`);
  for (const start of ['\r', '\n']) expect(csvLine([`${start}=1`])).toBe(`"'${start}=1"\r\n`);
  expect(csvLine([-1, 'say "a"'])).toBe('-1,"say ""a"""\r\n');
});

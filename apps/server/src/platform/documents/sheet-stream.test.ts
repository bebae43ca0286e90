import { Readable } from 'node:stream';
import { buffer, text as textOf } from 'node:stream/consumers';
import fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { openZipEntry } from '../files/zip-content.ts';
import { zipEntries } from '../files/zip-directory.ts';
import { columnName, sheetMoment, type SheetCell } from './sheet-cells.ts';
import { sheetStream } from './sheet-stream.ts';

async function* batchesOf(rows: readonly (readonly SheetCell[])[]) {
  for (let at = 0; at < rows.length; at += 2) yield rows.slice(at, at + 2);
}
const bookOf = (heads: readonly string[], rows: readonly (readonly SheetCell[])[]) =>
  buffer(sheetStream({ heads, widths: heads.map(() => 10), rows: batchesOf(rows) }));
const read = async (heads: readonly string[], rows: readonly (readonly SheetCell[])[]) =>
  await readSheet(await bookOf(heads, rows), { trim: false });

test('a library reads each cell at its place with its value', async () => {
  const noon = Date.UTC(2026, 10, 28, 12);
  const rows: SheetCell[][] = [
    ['Süd', [12.5, '#,##0.0'], null, sheetMoment(noon)],
    [null, null, 'last', null],
    ['=1+1', [-1, '#,##0'], '', [0.5, '0.0%']],
  ];
  expect(await read(['name', 'a', 'b', 'when'], rows)).toEqual([
    ['name', 'a', 'b', 'when'],
    ['Süd', 12.5, null, new Date(noon)],
    [null, null, 'last', null],
    ['=1+1', -1, null, 0.5],
  ]);
});

async function partOf(book: Buffer, part: string): Promise<string> {
  const source = {
    bytes: book.length,
    read: async (start: number, end: number) => book.subarray(start, end),
    open: ({ start, end } = { start: 0, end: book.length - 1 }) =>
      Readable.from([book.subarray(start, end + 1)]),
  };
  for await (const entry of zipEntries(source))
    if (entry.name === part) return await textOf(await openZipEntry(source, entry));
  throw new Error(`no ${part}`);
}

test('every row and cell has its reference, in order', async () => {
  const book = await bookOf(['a', 'b', 'c'], [['x', null, 'y'], ['z']]);
  const sheet = await partOf(book, 'xl/worksheets/sheet1.xml');
  expect([...sheet.matchAll(/<(?:row|c) r="(\w+)"/g)].map(([, at]) => at)).toEqual([
    '1',
    'A1',
    'B1',
    'C1',
    '2',
    'A2',
    'C2',
    '3',
    'A3',
  ]);
  expect(sheet).not.toMatch(/<(row|c)(>|\/| (?!r=))/);
  expect([0, 25, 26, 51, 52, 701, 702, 16_383].map(columnName)).toEqual([
    'A',
    'Z',
    'AA',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
    'XFD',
  ]);
});

test('a text comes out as it was, also one that looks like an escape', async () => {
  const part = fc.constantFrom(
    '_x0041_',
    '_x000d_',
    '_x005F_',
    '_',
    'x0041',
    '_x004',
    '&lt;',
    '<a>',
    '\n',
    '\r',
    ' ',
    '大',
    '😀',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), async (parts) => {
      const text = parts.join('');
      const [, row] = await read(['a'], [[`|${text}|`]]);
      expect(row).toEqual([`|${text}|`]);
    }),
    { numRuns: 60 },
  );
});

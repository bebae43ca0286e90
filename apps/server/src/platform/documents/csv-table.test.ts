import { csvLine, csvMark } from '@sweepline/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsvTable } from './csv-table.ts';

const shape = { columns: ['sn', 'nickname'], required: ['sn'], maxRows: 5, lang: 'en' } as const;
const read = (text: string | Uint8Array) =>
  readCsvTable(typeof text === 'string' ? Buffer.from(text) : text, shape);
const reasons = (text: string | Uint8Array) =>
  read(text).faults.map(({ line, column, reason }) => [line, column, reason]);

test('readCsvTable reads the same cells that csvLine wrote, for any text', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter(
    // Cells are trimmed, and a file with such characters is refused as a whole.
    (text) => text === text.trim() && !/[\0\u{fffd}]/u.test(text) && !text.startsWith("'"),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 5 }), (rows) => {
      const text = csvMark + csvLine(['sn', 'nickname']) + rows.map(csvLine).join('');
      const table = read(text);
      expect(table.faults).toEqual([]);
      expect(table.rows.map(({ cells }) => [cells.sn, cells.nickname])).toEqual(rows);
    }),
  );
});

test('the same table is read from GBK, UTF-16 and UTF-8', () => {
  const gbk = Buffer.concat([Buffer.from('sn,nickname\r\nA1,'), Buffer.from([0xd6, 0xd0, 0xce, 0xc4])]);
  const utf16 = Buffer.from('\ufeffsn,nickname\nA1,中文', 'utf16le');
  for (const [bytes, encoding] of [
    [gbk, 'gb18030'],
    [utf16, 'utf-16le'],
    [Buffer.from('sn,nickname\nA1,中文'), 'utf-8'],
  ] as const) {
    expect(read(bytes)).toMatchObject({
      encoding,
      faults: [],
      rows: [{ cells: { sn: 'A1', nickname: '中文' } }],
    });
  }
});

test('semicolons, tabs, capitals and any order of columns are accepted', () => {
  for (const text of ['Nickname;SN\nOtter;A1', 'NICKNAME\tsn\nOtter\tA1', '"nickname" , "sn"\nOtter,A1'])
    expect(read(text).rows[0]?.cells).toEqual({ sn: 'A1', nickname: 'Otter' });
});

test('a row has the line number that an editor shows', () => {
  expect(read('sn\n\nA1\n"A\n2"\nA3').rows.map(({ line }) => line)).toEqual([3, 5, 6]);
});

test('a formula is refused unless an apostrophe makes it a text', () => {
  expect(reasons("sn,nickname\nA1,=1+1\nA2,'=1+1")).toEqual([[2, 'nickname', 'FORMULA']]);
  expect(read("sn,nickname\nA2,'=1+1").rows[0]?.cells.nickname).toBe('=1+1');
});

test('a fault of the whole file is reported once', () => {
  expect(reasons('')).toEqual([[0, '', 'EMPTY']]);
  expect(reasons('sn,nickname\n')).toEqual([[0, '', 'EMPTY']]);
  expect(reasons('nickname\nOtter')).toEqual([[1, 'sn', 'NO_COLUMN']]);
  expect(reasons('sn,SN\nA,B')).toEqual([[1, 'sn', 'TWICE_COLUMN']]);
  expect(reasons(Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x00, 0x00]))).toEqual([[0, '', 'ENCODING']]);
  expect(reasons('sn\nA1\n"A2')).toEqual([[3, '', 'QUOTES']]);
  expect(read('sn,colour\nA1,red').unknown).toEqual(['colour']);
});

test('a file of a million lines is refused after the allowed number of lines', () => {
  const table = read(`sn\n${'A1\n'.repeat(1_000_000)}`);
  expect(table.faults).toEqual([{ line: 0, column: '', reason: 'TOO_MANY_LINES', value: '5' }]);
  expect(table.rows).toEqual([]);
});

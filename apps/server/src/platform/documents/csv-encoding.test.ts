import { langs, tableEncodings, type Lang, type TableEncoding } from '@sweepline/contract';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { decodeText } from './csv-encoding.ts';

const rows = (...names: string[]) =>
  `sn,model,nickname\r\n${names.map((name, n) => `J30-${n},J30,${name}\r\n`).join('')}`;

/** What Excel of each language writes: one short name, and several with letters that only Windows has. */
const lists: [Lang, TableEncoding, string][] = [
  ['ge', 'windows-1252', rows('Süd')],
  ['ge', 'windows-1252', rows('Größe – Empfang', 'Küche', '„Höfe“')],
  ['ge', 'windows-1252', rows('„Öffentlich“')],
  ['en', 'windows-1252', rows('Café – lobby', 'Li’s hall')],
  ['zh-cn', 'gb18030', rows('大厅')],
  ['zh-cn', 'gb18030', rows('一楼大厅', '百货区', '镕基廣場')],
  ['zh-cw', 'big5', rows('大廳')],
  ['zh-cw', 'big5', rows('一樓大廳', '百貨區', '許功蓋')],
  ['ja', 'shift_jis', rows('ロビー')],
  ['ja', 'shift_jis', rows('１階ロビー', 'ソファ売り場', 'ｶﾌｪ')],
  ['ko', 'euc-kr', rows('로비')],
  ['ko', 'euc-kr', rows('1층 로비', '백화점', '펲뷁')],
];

test.each(lists)('a reader of %s gets the words of a list in %s', (lang, encoding, text) => {
  expect(decodeText(iconv.encode(text, encoding), lang)).toEqual({ encoding, text });
});

test.each(lists)(
  'a list of %s in %s is UTF-8 or UTF-16 for every reader if it is written so',
  (_lang, _old, text) => {
    for (const lang of langs) {
      expect(decodeText(Buffer.from(text), lang)).toEqual({ encoding: 'utf-8', text });
      expect(decodeText(Buffer.from(`\ufeff${text}`), lang)).toEqual({ encoding: 'utf-8', text });
      expect(decodeText(Buffer.from(`\ufeff${text}`, 'utf16le'), lang)).toEqual({
        encoding: 'utf-16le',
        text,
      });
    }
  },
);

test('a reader of English gets the words of a Chinese list', () => {
  const text = rows('大厅');
  expect(decodeText(iconv.encode(text, 'gb18030'), 'en')).toEqual({ encoding: 'gb18030', text });
});

test('German names are never Chinese signs, in any language of the reader', () => {
  const bytes = iconv.encode(rows('Süd', 'Nord', 'Empfang Höfe'), 'windows-1252');
  for (const lang of ['en', 'ge', 'zh-cn', 'ko'] as const)
    expect(decodeText(bytes, lang)).toEqual({
      encoding: 'windows-1252',
      text: rows('Süd', 'Nord', 'Empfang Höfe'),
    });
});

test.each(lists)(
  'of a list of %s in %s a chosen encoding counts, and one that does not fit gives no text',
  (lang, encoding, text) => {
    const bytes = iconv.encode(text, encoding);
    for (const reader of langs) expect(decodeText(bytes, reader, encoding).text).toBe(text);
    for (const other of tableEncodings.filter((it) => it !== encoding))
      expect(decodeText(bytes, lang, other)).toMatchObject({ encoding: other });
    expect(decodeText(bytes, lang, 'utf-8').text).toBeUndefined();
  },
);

test('bytes that are no text of any encoding have none', () => {
  const bytes = Buffer.from([0x61, 0x00, 0x81, 0x00, 0xff, 0x00, 0x8d, 0x00, 0xfe]);
  for (const lang of langs) expect(decodeText(bytes, lang).text).toBeUndefined();
});

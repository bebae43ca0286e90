import { expect, test } from 'vitest';
import { emptyBuffer, lineOf, matching, maxEntries, withPiece } from './log-buffer.ts';

const at = '2030-01-01T00:00:00.000Z';
const lines = [
  `${at} INFO nav reached A`,
  `${at} ERROR drive jammed`,
  '  at wheel 2',
  `${at} DEBUG nav tick`,
];

test('a line is read as time, level, module and text; one of another form is text', () => {
  const { entries } = withPiece(emptyBuffer, lines, 0);
  expect(entries[1]).toEqual({ n: 1, at, level: 'ERROR', module: 'drive', text: 'jammed', skipped: 0 });
  expect(entries[2]).toMatchObject({ level: '', text: '  at wheel 2' });
  expect(entries.map(lineOf)).toEqual(lines);
});

test('the memory of the page is limited, and numbers stay unique', () => {
  const many = Array.from({ length: maxEntries }, (_, n) => `${at} INFO nav ${n}`);
  const buffer = withPiece(withPiece(emptyBuffer, many, 0), [`${at} INFO nav last`], 7);
  expect(buffer.entries).toHaveLength(maxEntries);
  expect(buffer.count).toBe(maxEntries + 2);
  expect(buffer.entries.at(-2)).toMatchObject({ skipped: 7, n: maxEntries });
  expect(buffer.entries[0]?.n).toBe(2);
});

test('a level shows its lines and the more severe ones, with the lines that belong to them', () => {
  const { entries } = withPiece(emptyBuffer, lines, 3);
  const texts = (from: 'WARN' | null, text = '') =>
    matching(entries, { from, text }).map((entry) => entry.text);
  expect(texts('WARN')).toEqual(['', 'jammed', '  at wheel 2']);
  expect(texts(null, 'NAV')).toEqual(['', 'reached A', 'tick']);
  expect(matching(entries, { from: null, text: '' })).toBe(entries);
});

import { expect, test } from 'vitest';
import { mergeOutput } from './merged-output.ts';

const piece = (from: number, text: string) => ({ sessionId: 's', from, text });

test('text that follows is joined', () => {
  expect(mergeOutput(piece(3, 'abc'), piece(6, 'def'))).toEqual(piece(3, 'abcdef'));
});

test('behind a gap only the newer text is left, and its place shows the gap', () => {
  expect(mergeOutput(piece(3, 'abc'), piece(9, 'def'))).toEqual(piece(9, 'def'));
});

test('of more text than a slow page may get only the newest is left, with its place', () => {
  const merged = mergeOutput(piece(0, 'a'.repeat(60_000)), piece(60_000, 'b'.repeat(10_000)));
  expect([merged.from, merged.text.length]).toEqual([6_000, 64_000]);
  expect(merged.text.endsWith('b')).toBe(true);
});

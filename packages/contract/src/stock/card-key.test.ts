import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cardKeyOf } from './card-key.ts';

test.each([
  ['8949020000123456789', '8949020000123456789'],
  ['8949020000123456789F', '8949020000123456789'],
  ['8949020000123456789f', '8949020000123456789'],
  ['894902000012345678FF', '894902000012345678'],
  ['8949 0200 0012 3456 789', '8949020000123456789'],
  ['89860-0a2-1234-5678-9012', '898600A2123456789012'],
  ['89860A02123456789012', undefined],
  ['898600a2123456789012', '898600A2123456789012'],
  ['898600123456789012AB', '898600123456789012AB'],
  ['8986001234567890123456', '8986001234567890123456'],
  ['89860012345678901234567', undefined],
  ['89860012345678901', undefined],
  ['8986001234567890123G', undefined],
  ['', undefined],
])('the key of %s is %s', (text, key) => {
  expect(cardKeyOf(text)).toBe(key);
});

test('a key is its own key, and its fillers and spelling do not change it', () => {
  const character = fc.constantFrom(...'0123456789ABCDEF');
  const ends = fc.constantFrom(...'0123456789ABCDE');
  const number = fc
    .tuple(fc.array(character, { minLength: 11, maxLength: 15 }), ends)
    .map(([middle, last]) => `898600${middle.join('')}${last}`);
  fc.assert(
    fc.property(number, fc.constantFrom('', 'F', 'FF', 'f'), (key, filler) => {
      expect(cardKeyOf(key)).toBe(key);
      expect(cardKeyOf(`${key.toLowerCase()}${filler}`)).toBe(key);
    }),
  );
});

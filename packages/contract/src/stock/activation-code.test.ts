import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeFrom, codeIn, codeInGroups, codeLength } from './activation-code.ts';

const code = fc.uint8Array({ minLength: 15, maxLength: 15 }).map((chance) => codeFrom(chance));
const place = fc.nat({ max: codeLength - 1 });
const letters = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];

test('codeIn reads a code in every usual spelling', () => {
  const spelling = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toLowerCase(),
    codeInGroups,
    (text: string) => codeInGroups(text).replaceAll('-', ' '),
    (text: string) => ` ${codeInGroups(text).replaceAll('-', ' – ')} `,
    (text: string) => text.replaceAll('0', 'o').replaceAll('1', 'I'),
    (text: string) => text.replaceAll('0', 'O').replaceAll('1', 'l'),
  );
  fc.assert(fc.property(code, spelling, (text, write) => void expect(codeIn(write(text))).toBe(text)));
});

test('codeFrom uses no letter that is confused with a digit', () => {
  fc.assert(fc.property(code, (text) => void expect(text).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)));
});

test('codeIn refuses a code with one wrong character', () => {
  fc.assert(
    fc.property(code, place, fc.constantFrom(...letters), (text, at, wrong) => {
      fc.pre(text[at] !== wrong);
      expect(codeIn(text.slice(0, at) + wrong + text.slice(at + 1))).toBeUndefined();
    }),
  );
});

test('codeIn refuses a code with two swapped characters', () => {
  fc.assert(
    fc.property(code, place, place, (text, first, second) => {
      fc.pre(text[first] !== text[second]);
      const typed = [...text];
      [typed[first], typed[second]] = [typed[second]!, typed[first]!];
      expect(codeIn(typed.join(''))).toBeUndefined();
    }),
  );
});

test('codeIn returns undefined for text that is no code', () => {
  fc.assert(fc.property(fc.string({ maxLength: 15 }), (text) => void expect(codeIn(text)).toBeUndefined()));
  expect(codeIn('')).toBeUndefined();
  expect(codeIn('UUUU-UUUU-UUUU-UUUU')).toBeUndefined();
});

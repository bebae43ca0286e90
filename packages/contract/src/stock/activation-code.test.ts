import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeFrom, codeIn, codeInGroups, codeLength } from './activation-code.ts';

const code = fc.uint8Array({ minLength: 15, maxLength: 15 }).map((chance) => codeFrom(chance));
const place = fc.nat({ max: codeLength - 1 });
const letters = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];

test('a code is read back however people write it', () => {
  const habit = fc.constantFrom(
    (it: string) => it,
    (it: string) => it.toLowerCase(),
    codeInGroups,
    (it: string) => codeInGroups(it).replaceAll('-', ' '),
    (it: string) => ` ${codeInGroups(it).replaceAll('-', ' – ')} `,
    (it: string) => it.replaceAll('0', 'o').replaceAll('1', 'I'),
    (it: string) => it.replaceAll('0', 'O').replaceAll('1', 'l'),
  );
  fc.assert(fc.property(code, habit, (it, write) => void expect(codeIn(write(it))).toBe(it)));
});

test('a code never has a letter that is taken for another', () => {
  fc.assert(fc.property(code, (it) => void expect(it).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)));
});

test('one wrong character is always noticed', () => {
  fc.assert(
    fc.property(code, place, fc.constantFrom(...letters), (it, at, wrong) => {
      fc.pre(it[at] !== wrong);
      expect(codeIn(it.slice(0, at) + wrong + it.slice(at + 1))).toBeUndefined();
    }),
  );
});

test('two characters that changed places are always noticed', () => {
  fc.assert(
    fc.property(code, place, place, (it, one, other) => {
      fc.pre(it[one] !== it[other]);
      const typed = [...it];
      [typed[one], typed[other]] = [typed[other]!, typed[one]!];
      expect(codeIn(typed.join(''))).toBeUndefined();
    }),
  );
});

test('what is no code is none', () => {
  fc.assert(fc.property(fc.string({ maxLength: 15 }), (text) => void expect(codeIn(text)).toBeUndefined()));
  expect(codeIn('')).toBeUndefined();
  expect(codeIn('UUUU-UUUU-UUUU-UUUU')).toBeUndefined();
});

/** Crockford's base 32: no I, L, O, which people take for digits, and no U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Fifteen characters of chance, 75 bits, and one that checks them. */
export const codeLength = 16;
export const codeChanceLength = codeLength - 1;

const valueOf = (letter: string) => alphabet.indexOf(letter);

/** Times x in GF(32), modulo x⁵ + x² + 1. */
const timesX = (value: number) => ((value << 1) ^ (value & 16 ? 0b100101 : 0)) & 31;

/**
 * A polynomial over GF(32) with the characters as coefficients, at a primitive element: one wrong character never gives the same
 * value, nor do two that changed places.
 */
const sumOf = (letters: string) => [...letters].reduce((sum, letter) => timesX(sum) ^ valueOf(letter), 0);

/** A code from fifteen bytes of chance; of each its last five bits. */
export function codeFrom(chance: Uint8Array): string {
  const letters = Array.from(chance.subarray(0, codeChanceLength), (byte) => alphabet[byte & 31]).join('');
  if (letters.length !== codeChanceLength) throw new Error('a code takes fifteen bytes of chance');
  return letters + alphabet[timesX(sumOf(letters))];
}

/** A code as somebody typed it, as it is kept: capitals without dashes, O as 0, I and L as 1. Undefined for what is none. */
export function codeIn(text: string): string | undefined {
  const code = text
    .toUpperCase()
    .replace(/[\s\-‐-―_.]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const readable = code.length === codeLength && [...code].every((letter) => valueOf(letter) >= 0);
  return readable && sumOf(code) === 0 ? code : undefined;
}

/** In groups of four, as it is shown and read out. */
export const codeInGroups = (code: string) => code.match(/.{1,4}/g)?.join('-') ?? '';

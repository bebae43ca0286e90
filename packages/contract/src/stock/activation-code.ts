/** Crockford's base 32: without I, L and O, which look like digits, and without U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Fifteen random characters (75 bits) and one check character. */
export const codeLength = 16;
export const codeChanceLength = codeLength - 1;

/** Value of a character, 0–31; −1 for other characters. */
const valueOf = (letter: string) => alphabet.indexOf(letter);

/** Times x in GF(32), modulo x⁵ + x² + 1. */
const timesX = (value: number) => ((value << 1) ^ (value & 16 ? 0b100101 : 0)) & 31;

/**
 * Checksum: the polynomial over GF(32) with the characters as coefficients, evaluated at a primitive element. One wrong
 * character or two swapped characters always change the value.
 */
const sumOf = (letters: string) => [...letters].reduce((sum, letter) => timesX(sum) ^ valueOf(letter), 0);

/** A code from fifteen random bytes; it uses the last five bits of each. Throws with fewer bytes. */
export function codeFrom(randomBytes: Uint8Array): string {
  const letters = Array.from(randomBytes.subarray(0, codeChanceLength), (byte) => alphabet[byte & 31]).join(
    '',
  );
  if (letters.length !== codeChanceLength) throw new Error('a code takes fifteen bytes of chance');
  return letters + alphabet[timesX(sumOf(letters))];
}

/** Typed text in the stored form: capitals without dashes, O as 0, I and L as 1. Undefined when it is no valid code. */
export function codeIn(text: string): string | undefined {
  const code = text
    .toUpperCase()
    .replace(/[\s\-‐-―_.]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const readable = code.length === codeLength && [...code].every((letter) => valueOf(letter) >= 0);
  return readable && sumOf(code) === 0 ? code : undefined;
}

/** The code in groups of four, for display. */
export const codeInGroups = (code: string) => code.match(/.{1,4}/g)?.join('-') ?? '';

import { createHash } from 'node:crypto';

/**
 * A value as canonical JSON (RFC 8785): names sorted by UTF-16 units, no blanks, numbers as ECMAScript writes them. Equal values
 * give equal bytes on every machine.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** SHA-256 of a text's UTF-8 bytes, in hexadecimal. */
export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

import { createHash } from 'node:crypto';

/**
 * A value as JSON in its one canonical form (RFC 8785): names in the order of their UTF-16 units, no blanks, numbers as ECMAScript
 * writes them. The same value is the same bytes, whoever writes it and whenever.
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

/** Fields of protobuf messages as bytes: only the kinds that a model needs. */

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return [...bytes, left];
    bytes.push((left % 128) + 128);
  }
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export const integer = (field: number, value: number): Uint8Array =>
  Uint8Array.from([...varint(field * 8), ...varint(value)]);

export const bytes = (field: number, value: Uint8Array): Uint8Array =>
  concat([Uint8Array.from([...varint(field * 8 + 2), ...varint(value.length)]), value]);

export const text = (field: number, value: string): Uint8Array =>
  bytes(field, new TextEncoder().encode(value));

export const message = (field: number, ...fields: readonly Uint8Array[]): Uint8Array =>
  bytes(field, concat(fields));

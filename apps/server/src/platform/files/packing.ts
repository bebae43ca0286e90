import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Packing } from '@sweepline/map-core';

/** Node's zlib for zips. Inflating throws when the output exceeds its announced size. */
export const packing: Packing = {
  deflateRaw: (bytes) => deflateRawSync(bytes),
  inflateRaw: (bytes, maxBytes) => inflateRawSync(bytes, { maxOutputLength: Math.max(1, maxBytes) }),
  crc32,
};

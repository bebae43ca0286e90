import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Packing } from '@sweepline/map-core';

/** Node's zlib for zips; what unpacks to more than it announced is stopped there. */
export const packing: Packing = {
  deflateRaw: (bytes) => deflateRawSync(bytes),
  inflateRaw: (bytes, mostBytes) => inflateRawSync(bytes, { maxOutputLength: Math.max(1, mostBytes) }),
  crc32,
};

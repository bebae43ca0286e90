import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(4096);
let used = pool.length;
let lastMs = 0;
let counter = 0;

/** Random bytes, read from the system in blocks: one system call for about two hundred ids. */
function random(bytes: number): Buffer {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.subarray(used - bytes, used);
}

/**
 * A UUIDv7 (RFC 9562, method 1): 48 bits of milliseconds, 12 bits of counter, 62 random bits. The ids of one process ascend
 * strictly, so rows created together keep their order and indexes grow at one end.
 */
export function newId(nowMs: number = Date.now()): string {
  if (nowMs > lastMs) {
    lastMs = nowMs;
    counter = random(2).readUInt16BE() & 0x7ff;
  } else if (++counter > 0xfff) {
    lastMs += 1;
    counter = 0;
  }
  const tail = Buffer.from(random(8));
  tail[0] = (tail[0]! & 0x3f) | 0x80;
  const hex =
    lastMs.toString(16).padStart(12, '0') +
    '7' +
    counter.toString(16).padStart(3, '0') +
    tail.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** 256 random bits as base64url, for tokens and device secrets; the characters need no escaping. */
export const newSecret = () => Buffer.from(random(32)).toString('base64url');

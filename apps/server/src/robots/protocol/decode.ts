import { unstorablePlaces } from '@sweepline/contract';
import type { RejectReason } from '@sweepline/contract/robot';

export type Decoded =
  | { ok: true; value: Record<string, unknown> }
  | { ok: false; reason: RejectReason; detail: string };

const utf8 = new TextDecoder('utf-8', { fatal: true });
const limits = { depth: 32, text: 65_536, items: 10_000 };
const reject = (reason: RejectReason, detail = ''): Decoded => ({ ok: false, reason, detail });

/**
 * Decodes the bytes of a robot into an object, or returns the reason for refusal. Never throws
 * (docs/protocol/codes.md#refused-messages).
 */
export function decodeJson(payload: Uint8Array): Decoded {
  let text: string;
  try {
    text = utf8.decode(payload);
  } catch {
    return reject('NOT_UTF8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return reject('NOT_JSON', error instanceof Error ? error.message.slice(0, 200) : '');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return reject('NOT_OBJECT');
  const fault = inspect(text);
  if (!fault && oddEscapes.test(text) && unstorablePlaces(value, 1).length > 0)
    return reject('SCHEMA', 'text that is no Unicode');
  // An object that is not an array and not null is a record.
  return fault ? reject(fault) : { ok: true, value: value as Record<string, unknown> };
}

/** A NUL or half a surrogate pair: valid JSON that PostgreSQL cannot store. Whole pairs match too, so the values decide. */
const oddEscapes = /\\u(?:0000|d[89a-f])/i;

const quote = 34;
const backslash = 92;

/** Index of the quote that ends the string beginning at `from`. The text is valid JSON. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); ; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    // A quote after an odd number of backslashes is part of the string.
    if ((at - before) % 2 === 1) return at;
  }
}

/**
 * Checks that `JSON.parse` does not make: nesting depth, duplicate keys, overlong strings and arrays. Parsers differ on
 * which duplicate counts, so a checked value might not be the used one.
 */
function inspect(text: string): RejectReason | undefined {
  // One entry per open bracket: the keys of an object, or the number of commas of an array.
  const open: (Set<string> | number)[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const top = open.length - 1;
    if (code === quote) {
      const end = endOfString(text, at);
      if (end - at > limits.text) return 'TOO_LARGE';
      const keys = open[top];
      if (keys instanceof Set && isKey(text, end + 1)) {
        const raw = text.slice(at, end + 1);
        const key = raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1);
        if (keys.has(key)) return 'DUPLICATE_KEYS';
        keys.add(key);
      }
      at = end;
    } else if (code === 123 || code === 91) {
      if (open.length >= limits.depth) return 'TOO_DEEP';
      open.push(code === 123 ? new Set() : 0);
    } else if (code === 125 || code === 93) {
      open.pop();
    } else if (code === 44) {
      const commas = open[top];
      if (typeof commas === 'number') {
        if (commas + 2 > limits.items) return 'TOO_LARGE';
        open[top] = commas + 1;
      }
    }
  }
  return undefined;
}

/** A string followed by a colon is a key. */
function isKey(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) <= 32) at++;
  return text.charCodeAt(at) === 58;
}

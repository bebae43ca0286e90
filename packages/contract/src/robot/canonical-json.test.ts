import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test('keys are sorted and numbers written as RFC 8785 says, and members without a value are left out', () => {
  expect(canonicalJson({ b: [1, 1e21, 0.1], a: { '\u20ac': '\u20ac', '\r': 1 }, u: undefined })).toBe(
    '{"a":{"\\r":1,"\u20ac":"\u20ac"},"b":[1,1e+21,0.1]}',
  );
  expect(canonicalJson(-0)).toBe('0');
});

test('the text is JSON of the value, whatever the order of its members', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      // JSON has no negative zero.
      const parsed: unknown = JSON.parse(JSON.stringify(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(parsed);
      expect(canonicalJson(turned(parsed))).toBe(canonicalJson(value));
    }),
  );
});

const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, turned(member)]),
  );
};

test.each([
  ['not a number', Number.NaN],
  ['infinity', -Infinity],
  ['no value', undefined],
  ['no value in a list', [undefined]],
  ['a hole in a list', Array(1)],
  ['half a letter', '\ud800'],
  ['half a letter in a name', { '\udc00': 1 }],
  ['a large integer', 1n],
  ['a symbol', Symbol('a')],
  ['a function', () => 1],
  ['a date', new Date(0)],
  ['a map', { a: new Map() }],
  ['bytes', new Uint8Array(1)],
])('%s is refused', (_what, value) => {
  expect(() => canonicalJson(value)).toThrow(TypeError);
});

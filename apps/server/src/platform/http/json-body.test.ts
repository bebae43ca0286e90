import { expect, test } from 'vitest';
import { duplicateName } from './json-body.ts';

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":{"b":1, "b" : 2}}', 'b'],
  ['[{"a":1},{"b":{},"b":[]}]', 'b'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"a":"}","x":["{"],"a":2}', 'a'],
  ['{"":1,"":2}', ''],
])('the duplicate name in %s is found', (text, name) => {
  expect(duplicateName(text)).toBe(name);
});

test.each([
  '{"a":1,"b":2}',
  '{"a":{"a":{"a":1}},"b":{"a":1}}',
  '[{"a":1},{"a":1}]',
  '{"a":"a\\":","b":"\\"a\\":1,"}',
  '["a","a"]',
  '"a"',
  'null',
])('no duplicate name is found in %s', (text) => {
  expect(JSON.parse(text)).toBeDefined();
  expect(duplicateName(text)).toBeUndefined();
});

test('a long text does not exhaust the stack', () => {
  expect(duplicateName(JSON.stringify({ a: '\\"x'.repeat(300_000) }))).toBeUndefined();
});

import { expect, test } from 'vitest';
import { isKeyOf, lookup } from './lookup.ts';

const table: Record<string, string> = { here: 'found' };

test('lookup returns the entry of an own key', () => {
  expect(lookup(table, 'here')).toBe('found');
  expect(isKeyOf(table, 'here')).toBe(true);
});

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'absent', ''])(
  'lookup returns undefined for the key %s',
  (key) => {
    expect(lookup(table, key)).toBeUndefined();
    expect(isKeyOf(table, key)).toBe(false);
  },
);

import { expect, test } from 'vitest';
import { isKeyOf, lookup } from './lookup.ts';

const table: Record<string, string> = { here: 'found' };

test('a key of the table finds its entry', () => {
  expect(lookup(table, 'here')).toBe('found');
  expect(isKeyOf(table, 'here')).toBe(true);
});

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'absent', ''])(
  '%s finds nothing',
  (key) => {
    expect(lookup(table, key)).toBeUndefined();
    expect(isKeyOf(table, key)).toBe(false);
  },
);

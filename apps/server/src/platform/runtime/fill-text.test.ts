import { expect, test } from 'vitest';
import { fillText } from './fill-text.ts';

test('every name with a value is replaced, also twice; a name without a value stays', () => {
  const values = new Map([
    ['robot', 'Otter'],
    ['empty', ''],
  ]);
  expect(fillText('{robot}: {robot}{empty}, {other}', (name) => values.get(name))).toBe(
    'Otter: Otter, {other}',
  );
});

test('a value with replacement patterns or placeholders is inserted unchanged', () => {
  expect(fillText('<{a}>', () => '$& {a}')).toBe('<$& {a}>');
});

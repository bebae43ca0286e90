import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { subjects } from './rule.ts';
import { rules } from './rules.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/protocol/conformance.md'), 'utf8');
const all = Object.values(rules).flat();

test('every rule has its own id and belongs to a subject', () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(Object.keys(rules).toSorted()).toEqual([...subjects].toSorted());
});

test('the page of the conformance tool has every rule in its words, with its page, and no other', () => {
  const rows = page
    .split('\n')
    .filter((line) => /^\| [A-Z]+-\d+ +\|/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const expected = all.map(({ id, rule, page: target, check }) => [
    id,
    typeof check === 'function' ? rule : `${rule} Not tested: ${check.untested}.`,
    `[${target.split('#')[0]}](${target})`,
  ]);
  expect(rows.toSorted()).toEqual(expected.toSorted());
});

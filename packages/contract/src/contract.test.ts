import { expect, test } from 'vitest';
import { z } from 'zod';
import * as contract from './index.ts';
import { allCalls, errors, flatten, langs, permissions, permissionTree, prune, type Call } from './index.ts';

const every = Object.values(allCalls).flatMap((group) => Object.values(group as Record<string, Call>));

const isCall = (value: unknown) =>
  typeof value === 'object' && value !== null && 'method' in value && 'allow' in value;

test('every family of calls stands in one area, under a name of its own, and so in the table', () => {
  // Two areas that name a family alike would lose one of them without a word.
  const families = Object.values(contract).filter(
    (value) => typeof value === 'object' && !Array.isArray(value) && Object.values(value).every(isCall),
  );
  expect(families.length).toBeGreaterThan(50);
  expect(new Set(Object.values(allCalls))).toEqual(new Set(families));
});

test('no two calls share a method and path', () => {
  const addresses = every.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('each permission has a code of its own and one place in the tree', () => {
  const codes = Object.values(permissions);
  expect(new Set(codes).size).toBe(codes.length);
  expect(flatten(permissionTree).sort()).toEqual([...codes].sort());
});

test('an action is its page and two digits, and lies below that page', () => {
  const actions = flatten(permissionTree).filter((code) => code.length === 9);
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) {
    const page = action.slice(0, 7);
    const held = prune(new Set([action]));
    expect(flatten(held)).toContain(page);
  }
});

test('a holder sees what he holds and the way to it, and nothing beside it', () => {
  expect(flatten(prune(new Set([permissions.mapList])))).toEqual([
    permissions.dataCentre,
    permissions.mapList,
  ]);
  expect(prune(new Set())).toEqual([]);
  expect(prune(new Set(['*']))).toEqual(permissionTree);
});

test('every error speaks six languages and keeps its placeholders in all of them', () => {
  const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const [name, { texts }] of Object.entries(errors))
    for (const lang of langs) {
      expect(texts[lang], `${name} in ${lang}`).not.toBe('');
      expect(holes(texts[lang]), `${name} in ${lang}`).toEqual(holes(texts.en));
    }
});

test('every input refuses a field it does not name', () => {
  for (const { path, input } of every) {
    const answer = input.safeParse({ surprise: 1 });
    const said = answer.success ? [] : answer.error.issues.map(({ code }) => code);
    expect(said, path).toContain('unrecognized_keys');
  }
});

test('every schema can be written as JSON schema, which serialises answers and documents the calls', () => {
  for (const { input, output } of every) {
    expect(() => z.toJSONSchema(output, { io: 'output' })).not.toThrow();
    expect(() => z.toJSONSchema(input, { io: 'input' })).not.toThrow();
  }
});

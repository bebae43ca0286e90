import { expect, test } from 'vitest';
import { z } from 'zod';
import * as contract from './index.ts';
import { allCalls, errors, flatten, langs, permissions, permissionTree, prune, type Call } from './index.ts';

const registeredCalls = Object.values(allCalls).flatMap((group) =>
  Object.values(group as Record<string, Call>),
);

const isCall = (value: unknown) =>
  typeof value === 'object' && value !== null && 'method' in value && 'allow' in value;

test('every family of calls is listed once in one area and in allCalls', () => {
  // If two areas use the same key, the spread in allCalls drops one family without an error.
  const families = Object.values(contract).filter(
    (value) => typeof value === 'object' && !Array.isArray(value) && Object.values(value).every(isCall),
  );
  expect(families.length).toBeGreaterThan(50);
  expect(new Set(Object.values(allCalls))).toEqual(new Set(families));
});

test('no two calls share a method and path', () => {
  const addresses = registeredCalls.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('each permission has a unique code and one place in the tree', () => {
  const codes = Object.values(permissions);
  expect(new Set(codes).size).toBe(codes.length);
  expect(flatten(permissionTree).sort()).toEqual([...codes].sort());
});

test('the code of an action is the code of its page and two digits', () => {
  const actions = flatten(permissionTree).filter((code) => code.length === 9);
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) {
    const page = action.slice(0, 7);
    const visible = prune(new Set([action]));
    expect(flatten(visible)).toContain(page);
  }
});

test('prune keeps the granted codes and their ancestors and nothing else', () => {
  expect(flatten(prune(new Set([permissions.mapList])))).toEqual([
    permissions.dataCentre,
    permissions.mapList,
  ]);
  expect(prune(new Set())).toEqual([]);
  expect(prune(new Set(['*']))).toEqual(permissionTree);
});

test('every error has a text in six languages with the same placeholders', () => {
  const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const [name, { texts }] of Object.entries(errors))
    for (const lang of langs) {
      expect(texts[lang], `${name} in ${lang}`).not.toBe('');
      expect(placeholders(texts[lang]), `${name} in ${lang}`).toEqual(placeholders(texts.en));
    }
});

test('every input schema refuses an unknown field', () => {
  for (const { path, input } of registeredCalls) {
    const result = input.safeParse({ surprise: 1 });
    const issueCodes = result.success ? [] : result.error.issues.map(({ code }) => code);
    expect(issueCodes, path).toContain('unrecognized_keys');
  }
});

test('every input and output schema converts to JSON schema', () => {
  for (const { input, output } of registeredCalls) {
    expect(() => z.toJSONSchema(output, { io: 'output' })).not.toThrow();
    expect(() => z.toJSONSchema(input, { io: 'input' })).not.toThrow();
  }
});

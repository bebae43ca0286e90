import { globSync, readFileSync } from 'node:fs';
import * as contract from '@sweepline/contract';
import * as mapCore from '@sweepline/map-core';
import { expect, test } from 'vitest';

const sources = globSync('{packages,apps,scripts,seeds,bench,e2e}/**/*.{ts,tsx,js}', {
  exclude: (path) => /node_modules|dist/.test(path),
});

/** Every matching source line, as `file:line`. */
function linesWith(pattern: RegExp, files = sources): string[] {
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : [])),
  );
}

test('no product code compares model names; it checks capabilities', () => {
  const compares = /(?:===|!==|case)\s*['"]J(?:20|30|40)['"]|['"]J(?:20|30|40)['"]\s*(?:===|!==)/;
  const product = sources.filter(
    (file) =>
      /^(packages|apps)\//.test(file) &&
      !/\.test\.tsx?$|test-kit/.test(file) &&
      !file.endsWith('contract/src/robot/models.ts'),
  );
  expect(linesWith(compares, product)).toEqual([]);
});

test('no source file disables a lint or type check', () => {
  expect(
    linesWith(
      /(?:eslint|oxlint)-disable|@ts-(?:ignore|nocheck|expect-error)|prettier-ignore/,
      sources.filter((file) => file !== 'conventions.test.ts'),
    ),
  ).toEqual([]);
});

test('no file has a collective name such as utils or helpers', () => {
  const names = sources.filter((file) =>
    /(?:^|[/-])(?:utils?|helpers?|common|misc|manager)(?:[./-]|$)/.test(file),
  );
  expect(names).toEqual([]);
});

test('the contract and the map core have the same zone and point types', () => {
  const { zoneTypes, pointTypes } = contract;
  expect({ zoneTypes: mapCore.zoneTypes, pointTypes: mapCore.pointTypes }).toEqual({ zoneTypes, pointTypes });
});

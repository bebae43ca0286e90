import { globSync, readFileSync } from 'node:fs';
import * as contract from '@sweepline/contract';
import * as mapCore from '@sweepline/map-core';
import { expect, test } from 'vitest';

const sources = globSync('{packages,apps,scripts,seeds,bench,e2e}/**/*.{ts,tsx,js}', {
  exclude: (path) => /node_modules|dist/.test(path),
});

/** Every line of our sources that matches, as `file:line`. */
function linesWith(pattern: RegExp, files = sources): string[] {
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : [])),
  );
}

test('what a robot can do is asked of its capabilities, never of its model', () => {
  const compares = /(?:===|!==|case)\s*['"]J(?:20|30|40)['"]|['"]J(?:20|30|40)['"]\s*(?:===|!==)/;
  const product = sources.filter(
    (file) =>
      /^(packages|apps)\//.test(file) &&
      !/\.test\.tsx?$|test-kit/.test(file) &&
      !file.endsWith('contract/src/robot/models.ts'),
  );
  expect(linesWith(compares, product)).toEqual([]);
});

test('no check is switched off in the source', () => {
  expect(
    linesWith(
      /(?:eslint|oxlint)-disable|@ts-(?:ignore|nocheck|expect-error)|prettier-ignore/,
      sources.filter((file) => file !== 'conventions.test.ts'),
    ),
  ).toEqual([]);
});

test('no file is named for being left over', () => {
  const names = sources.filter((file) =>
    /(?:^|[/-])(?:utils?|helpers?|common|misc|manager)(?:[./-]|$)/.test(file),
  );
  expect(names).toEqual([]);
});

test('the contract and the map core know the same kinds of zones and points', () => {
  const { zoneTypes, pointTypes } = contract;
  expect({ zoneTypes: mapCore.zoneTypes, pointTypes: mapCore.pointTypes }).toEqual({ zoneTypes, pointTypes });
});

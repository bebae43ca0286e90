import { existsSync, globSync, readFileSync } from 'node:fs';
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

test('no object literal spreads another one to put many properties on one line', () => {
  expect(linesWith(/^\s*(?:return )?\(?\{?\s*\.\.\.\{(?! \.\.\.)/)).toEqual([]);
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

test('the colour of an alarm level is decided in one place', () => {
  const console = sources.filter(
    (file) => file.startsWith('apps/console/') && !file.endsWith('level-tone.ts'),
  );
  expect(linesWith(/level[\w.]* >=? [1-5] \? '/i, console)).toEqual([]);
});

test('the name of an account is decided in one place', () => {
  const product = sources.filter(
    (file) => !/^packages\/contract\/src\/people\/people\.ts$|\.test\.tsx?$/.test(file),
  );
  expect(linesWith(/nickname \|\| (?:\w+\.)?username|nullif\(\$\{accounts\.nickname\}/, product)).toEqual([
    expect.stringContaining('account-names.ts'),
  ]);
});

/** Moments at which the server itself acts; they belong to no site. */
const momentsOfServer = /(?:settings-rollouts|delivery-drawer|background-jobs)/;

test('a planned time at a site is formatted in the zone of the site', () => {
  const pages = sources.filter(
    (file) => file.startsWith('apps/console/') && !momentsOfServer.test(file) && !/\.test\.tsx?$/.test(file),
  );
  const inReaderZone =
    /\bformat(?:Time|TimeExact|Clock)\([^)]*\b(?:appointment|nextDueAt|dueAt|firstAt|respondBy|resolveBy)\b/;
  expect(linesWith(inReaderZone, pages)).toEqual([]);
});

/** Words that were replaced by standard terms, or that make a comment hard to read. */
const retiredWords =
  /(?<!`)\b(nobody|whoever|whomever|anew|somebody|said of|told of|its like|lets go of|the fence|fenced|the house)\b/i;
/** Names that were replaced by standard terms. */
const retiredNames =
  /\b(beyondFence|fencePolicy|fenceText|heldLine|gatheringSocket|cutPage|keptFile|threadLine|whyShut|sharedLanes|(?:most|longest|least|fewest)(?:Ms|Bytes|Px|M|Kept|Shown|Waiting|Days|Rows|Lines|Points)|open(?:Db|Files|Vault|Registry|Engine|Intake|Ingest|Uplink|Downlink))\b/;
/** Local variables that are named for what happened to the value instead of for the value. */
const vagueLocals = /\b(?:const|let) (?:told|shown|kept|asked|said|given|wanted|heard)\b/;
/** Numbers of documents that are not in the repository. */
const foreignCitations = /\((?:\d+\.\d+(?:\.\d+)?|Annex [A-Z]|D\d+|R\d+)\)/;

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n');
const isComment = (line: string) => /^\s*(?:\/\/|\/?\*)|\s\/\/\s/.test(line);
const testName = (line: string) => /^\s*(?:test|it)\b.*?\(\s*(['"`].*)/.exec(line)?.[1] ?? '';
const own = sources.filter((file) => file !== 'conventions.test.ts');

/** The lines of our sources for which `isWrong` holds, as `file:line text`. */
const wrongLines = (isWrong: (line: string) => boolean) =>
  own.flatMap((file) =>
    linesOf(file).flatMap((line, index) => (isWrong(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );

test('comments and test names use no retired words', () => {
  expect(
    wrongLines((line) => (isComment(line) && retiredWords.test(line)) || retiredWords.test(testName(line))),
  ).toEqual([]);
});

test('names use the standard terms', () => {
  expect(wrongLines((line) => retiredNames.test(line) || vagueLocals.test(line))).toEqual([]);
});

test('comments cite only documents of the repository', () => {
  expect(wrongLines((line) => isComment(line) && foreignCitations.test(line))).toEqual([]);
  const missing = own.flatMap((file) =>
    linesOf(file).flatMap((line) =>
      [...line.matchAll(/\bdocs\/[\w/-]+\.md\b/g)]
        .filter(([path]) => !existsSync(path))
        .map(([path]) => `${file} cites ${path}`),
    ),
  );
  expect(missing).toEqual([]);
});

test('page addresses are in the table of pages; only tests repeat them', () => {
  const paths = Object.values(contract.pages).map(({ path }) => path);
  const literal = new RegExp(`['"\`](?:${paths.join('|')})['"\`?]`);
  const users = own.filter(
    (file) => !/\.test\.tsx?$/.test(file) && file !== 'packages/contract/src/pages.ts',
  );
  const places = users.flatMap((file) =>
    linesOf(file).flatMap((line, index) =>
      // A comment may give an example of an address.
      literal.test(line) && !isComment(line) ? [`${file}:${index + 1} ${line.trim()}`] : [],
    ),
  );
  expect(places).toEqual([]);
  expect(literal.test('<Link to={`/device/detail?id=${id}`}>')).toBe(true);
});

/** The most files that the numbered steps of each walk in ARCHITECTURE.md may name. */
const trips = { 1: 40, 2: 20, 3: 18 };
const architecture = readFileSync('ARCHITECTURE.md', 'utf8');
const namedIn = (text: string) => [...text.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name]) => name!);

test('the files that ARCHITECTURE.md names exist', () => {
  const missing = namedIn(architecture).filter(
    (name) => !existsSync(name) && !sources.some((file) => `/${file}`.endsWith(`/${name}`)),
  );
  expect(missing).toEqual([]);
});

test.each(Object.entries(trips))('trip %s of ARCHITECTURE.md passes at most %i files', (trip, maxFiles) => {
  const text = architecture.split(/^## /m).find((part) => part.startsWith(`Trip ${trip}:`)) ?? '';
  const steps = text.split('\n\n').filter((part) => part.startsWith('1. '));
  const named = new Set(namedIn(steps.join()));
  expect(named.size).toBeGreaterThan(10);
  expect(named.size).toBeLessThanOrEqual(maxFiles);
});

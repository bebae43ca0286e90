import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isSource = (file: string) => /\.tsx?$/.test(file);

/** Tests of the whole tree that take seconds. The walks over all calls are left to the whole run. */
const rootTests = [
  'architecture.test.ts',
  'areas.test.ts',
  'conventions.test.ts',
  'glossary.test.ts',
  'sizes.test.ts',
];

/** Files that differ from a commit, by default the last one, and files that git does not track yet. */
function changedFiles(root: string, since = 'HEAD'): string[] {
  const changed = filesFrom(root, ['diff', '--name-only', since, '--']);
  return [...new Set([...changed, ...filesFrom(root, ['ls-files', '--others', '--exclude-standard'])])];
}

/** Every source file that git tracks or would add; deleted files are left out. */
const sourceFiles = (root: string): string[] =>
  filesFrom(root, ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate']).filter(
    (file) => isSource(file) && existsSync(join(root, file)),
  );

function filesFrom(root: string, args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr}`);
  return stdout.split('\n').filter(Boolean);
}

/**
 * The tests of a change: a changed test itself, all tests of the feature of a changed file (elsewhere those beside it), the tests
 * that import it, and the cheap tests of the root. The import graph is not followed further: every server test starts the whole server.
 */
export function testsOfChange(
  changed: readonly string[],
  files: readonly string[],
  contentOf: (file: string) => string,
): string[] {
  const edited = new Set(changed);
  const product = changed.filter((file) => isCode(file) && !isTest(file));
  const features = new Set(product.flatMap((file) => featuresOf(file)));
  const folders = new Set(
    product.filter((file) => featuresOf(file).length === 0 || !inApps(file)).map(dirname),
  );
  return files
    .filter(isTest)
    .filter(
      (test) =>
        edited.has(test) ||
        rootTests.includes(test) ||
        [...features].some((folder) => test.startsWith(`${folder}/`)) ||
        (dirname(test) !== '.' && folders.has(dirname(test))) ||
        importsOf(test, contentOf(test)).some((file) => edited.has(file)),
    );
}

/** Texts of pages count as code; documents do not. */
const isCode = (file: string) => isSource(file) || file.endsWith('.json');
const inApps = (file: string) => file.startsWith('apps/');

/** The folder of a file's feature. A contract file belongs to all features of its area in the server and the console. */
function featuresOf(file: string): string[] {
  const feature = /^apps\/\w+\/src\/features\/[^/]+\/[^/]+/.exec(file)?.[0];
  if (feature) return [feature];
  const area = /^packages\/contract\/src\/([^/]+)\//.exec(file)?.[1];
  return area ? ['server', 'console'].map((app) => `apps/${app}/src/features/${area}`) : [];
}

/** The files that a test imports by a relative path. */
const importsOf = (test: string, content: string): string[] =>
  [...content.matchAll(/from '(\.[^']+)'/g)].map(([, path]) => normalize(join(dirname(test), path!)));

/** Tests that walk over all calls, routes or companies. Any change can break them, and they take minutes. */
const walks =
  /\/app\/(every-|isolation|outside-keys|unstorable-texts|refused-fields|published-calls)[^/]*\.test\.ts$/;
const isJourney = (file: string) => /^e2e\/.*\.journey\.ts$/.test(file);

/** The journeys that import a changed file, or a file of a changed feature. */
export function journeysOfChange(
  changed: readonly string[],
  files: readonly string[],
  contentOf: (file: string) => string,
): string[] {
  const features = changed.filter(isCode).flatMap((file) => featuresOf(file));
  return files
    .filter(isJourney)
    .filter(
      (journey) =>
        changed.includes(journey) ||
        importsOf(journey, contentOf(journey)).some(
          (file) => changed.includes(file) || features.some((feature) => file.startsWith(`${feature}/`)),
        ),
    );
}

/** The tests to run for what differs from a commit, and a sentence about those that are left to `npm test`. */
export function testsSince(root: string, since?: string): { tests: string[]; omitted: string } {
  const [changed, files] = [changedFiles(root, since), sourceFiles(root)];
  const contentOf = (file: string) => readFileSync(join(root, file), 'utf8');
  const tests = testsOfChange(changed, files, contentOf);
  const omittedWalks = files.filter((file) => walks.test(file) && !tests.includes(file));
  const journeys = journeysOfChange(changed, files, contentOf);
  const ofJourneys =
    journeys.length > 0
      ? `the journeys of what changed (${journeys.join(', ')})`
      : 'no journey of what changed';
  const omitted = `Left to npm test: the ${omittedWalks.length} walks over all calls and the walk over all pages; ${ofJourneys}; ${files.filter(isTest).length - tests.length} other files of tests.`;
  return { tests, omitted };
}

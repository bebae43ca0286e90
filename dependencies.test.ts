import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = import.meta.dirname;
const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
const maxDirect = Number(/There are (\d+), of all/.exec(page)?.[1]);

interface Package {
  version?: string;
  license?: string;
  licenses?: unknown;
  dependencies?: Record<string, string>;
  link?: boolean;
}
const json = <T>(file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as T;

test('the direct production dependencies are as many as the page says', () => {
  const files = globSync(['package.json', 'apps/*/package.json', 'packages/*/package.json'], { cwd: root });
  const names = files.flatMap((file) => Object.keys(json<Package>(file).dependencies ?? {}));
  const direct = new Set(names.filter((name) => !name.startsWith('@sweepline/')));
  expect([files.length, direct.size]).toEqual([7, maxDirect]);
});

test('the lock file names the licence of each package, except those of the page, and theirs are what it says', () => {
  const { packages } = json<{ packages: Record<string, Package> }>('package-lock.json');
  const without = Object.entries(packages).flatMap(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link || entry.license) return [];
    return [`${path.replace(/^.*node_modules\//, '')} ${entry.version}`];
  });
  const rows = [...page.matchAll(/^\| `([^`]+)` *\| (\S+) *\|.*\| (.+?) *\|$/gm)];
  expect(without.toSorted()).toEqual(rows.map(([, name, version]) => `${name} ${version}`));
  for (const [, name, , licence] of rows) {
    const file = `node_modules/${name}/package.json`;
    // Optional packages are not installed everywhere.
    if (!licence?.endsWith('`licenses`') || !existsSync(join(root, file))) continue;
    expect(json<Package>(file).licenses, name).toMatchObject([{ type: licence.split(',')[0] }]);
  }
});

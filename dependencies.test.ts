import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = import.meta.dirname;
const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
const maxDirect = Number(/There are (\d+), of all/.exec(page)?.[1]);

interface Package {
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
  expect([files.length, direct.size]).toEqual([6, maxDirect]);
});

test('each package names its licence, except those of the page', () => {
  const { packages } = json<{ packages: Record<string, Package> }>('package-lock.json');
  const without = Object.entries(packages).flatMap(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link || entry.license) return [];
    const file = join(path, 'package.json');
    // Packages of other platforms are not installed; the lock file names their licences.
    const { license, licenses } = existsSync(join(root, file)) ? json<Package>(file) : {};
    return license || licenses ? [] : [path.replace(/^.*node_modules\//, '')];
  });
  const named = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
  expect(without.toSorted()).toEqual(named);
});

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleOf } from './bundle.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bundle-')));
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes files that were changed a minute ago. */
function write(files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    const at = new Date(Date.now() - 60_000);
    utimesSync(file, at, at);
  }
}
const program = () => join(folder, 'main.ts');
const bundle = () => bundleOf(program(), join(folder, 'bundles'));
function run(file: string) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  return { stdout: stdout.trim(), stderr, status };
}

test('a program prints from its bundle what it prints from its sources', async () => {
  write({
    'main.ts': `import { readFileSync } from 'node:fs'; import { z } from 'zod'; import { place, isMain } from './inner/place.ts';
      import texts from './texts.json' with { type: 'json' };
      const { late } = await import('./late.ts');
      console.log(z.number().parse(7), place, isMain, import.meta.main, texts.hello, late.name,
        readFileSync(new URL('texts.json', import.meta.url), 'utf8').length);`,
    'inner/place.ts': `export const place: string = import.meta.dirname; export const isMain = import.meta.main;`,
    'late.ts': `export class late {}`,
    'texts.json': '{ "hello": "good morning" }',
  });
  const fromSources = run(program());
  expect(fromSources).toMatchObject({ stderr: '', status: 0 });
  expect(run(await bundle())).toEqual(fromSources);
});

test('a bundle is used again until one of its sources changes', async () => {
  write({ 'main.ts': `import { a } from './a.ts'; console.log(a);`, 'a.ts': `export const a = 'before';` });
  const first = await bundle();
  expect(await bundle()).toBe(first);
  write({ 'a.ts': `export const a = 'afterwards';` });
  const second = await bundle();
  expect(second).not.toBe(first);
  expect([run(first).stdout, run(second).stdout]).toEqual(['before', 'afterwards']);
});

test('a bundle whose source changes while it is built is used once', async () => {
  write({ 'main.ts': `console.log('main');` });
  const later = new Date(Date.now() + 60_000);
  utimesSync(program(), later, later);
  expect(await bundle()).not.toBe(await bundle());
});

test('programs that start together end with one folder', async () => {
  write({ 'main.ts': `console.log('main');` });
  const files = await Promise.all([bundle(), bundle(), bundle(), bundle()]);
  expect(new Set(files).size).toBe(1);
  expect(readdirSync(join(folder, 'bundles'))).toHaveLength(2);
  expect(run(files[0]!).stdout).toBe('main');
});

test('the three newest bundles of a program stay', async () => {
  for (const n of [1, 2, 3, 4, 5]) {
    write({ 'main.ts': `console.log(${'1'.repeat(n)});` });
    await bundle();
  }
  const entries = readdirSync(join(folder, 'bundles'), { withFileTypes: true });
  expect(entries.filter((entry) => entry.isDirectory())).toHaveLength(3);
});

test('a bundle of earlier sources is used again when they come back', async () => {
  const versions = ['1', '22', '333', '4444', '22'];
  for (const version of versions) {
    write({ 'main.ts': `console.log(${version});` });
    // The time of a change tells versions of one size apart; these have different sizes.
    utimesSync(program(), new Date(0), new Date(0));
    expect(run(await bundle()).stdout).toBe(version);
  }
});

test('a source with a mistake has no bundle', async () => {
  write({ 'main.ts': `const a = ;` });
  await expect(bundle()).rejects.toThrow('main.ts');
});

test('the stack of an error names the file and the line of the source', async () => {
  write({
    'stacks.ts': `import { nameSourcesInStacks } from ${JSON.stringify(join(import.meta.dirname, 'source-stacks.ts'))};
      nameSourcesInStacks(process.argv[3]!); await import(process.argv[2]!).catch((error) => console.log(error.stack));`,
    'main.ts': `import { broken } from './broken.ts';\nbroken();`,
    'broken.ts': `export interface Kept { name: string }\n\nexport function broken(): never {\n  throw new Error('on purpose');\n}`,
  });
  const args = [join(folder, 'stacks.ts'), await bundle(), join(folder, 'bundles')];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const [message, first, second] = stdout.split('\n');
  expect(message).toBe('Error: on purpose');
  expect(first).toMatch(/at broken \(file:\/\/.*\/broken\.ts:4:9\)/);
  expect(second).toMatch(/at file:\/\/.*\/main\.ts:2:1/);
});

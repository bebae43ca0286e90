import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const resolveOnce = join(import.meta.dirname, 'resolve-once.js');
let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'resolve-once-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes the files of a project and runs its `main.ts`. */
function run(files: Record<string, string>) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const args = ['--import', resolveOnce, join(folder, 'main.ts')];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { stdout: stdout.trim(), stderr, status };
}
const typed = (type: string) => JSON.stringify({ type });
const library = (exports: object) => JSON.stringify({ name: 'lib', type: 'module', exports });

test('files of one folder, of another kind of package beside it, and a library are what Node finds', () => {
  const { stdout, stderr } = run({
    'package.json': typed('module'),
    'main.ts': `import { a } from './a.ts'; import { b } from './b.ts'; import old from './old/one.js'; import also from './old/two.js';
      console.log([a, b, old.name, also.name].join(' '));`,
    'a.ts': `import { from } from 'lib'; export const a: string = from;`,
    'b.ts': `import { createRequire } from 'node:module'; import { from } from 'lib';
      export const b: string = from + createRequire(import.meta.url)('lib').from;`,
    'old/package.json': typed('commonjs'),
    'old/one.js': `exports.name = 'one';`,
    'old/two.js': `exports.name = 'two';`,
    'node_modules/lib/package.json': library({ import: './lib.js', require: './lib.cjs' }),
    'node_modules/lib/lib.js': `export { from } from './inner.js';`,
    'node_modules/lib/inner.js': `export const from = 'import';`,
    'node_modules/lib/lib.cjs': `exports.from = 'require';`,
  });
  expect(stderr).toBe('');
  expect(stdout).toBe('import importrequire one two');
});

test('a file that is missing is named, also beside others', () => {
  const { stderr, status } = run({
    'package.json': typed('module'),
    'main.ts': `import './a.ts'; import './b.ts'; import './missing.ts';`,
    'a.ts': '',
    'b.ts': '',
  });
  expect(status).toBe(1);
  expect(stderr).toContain(join(folder, 'missing.ts'));
});

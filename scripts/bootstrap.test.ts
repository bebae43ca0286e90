import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isInstalled } from './bootstrap.js';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'sweepline-test-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, packages: object) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), JSON.stringify({ packages }));
}

const lock = {
  '': { name: 'sweepline' },
  'apps/server': { version: '0.1.0' },
  'node_modules/@sweepline/server': { resolved: 'apps/server', link: true },
  'node_modules/zod': { version: '4.0.0' },
  'node_modules/for-another-machine': { version: '1.0.0', optional: true },
};

test('an unfinished installation counts as not installed', () => {
  write('package-lock.json', lock);
  expect(isInstalled(folder)).toBe(false);
});

test('an installation without the optional packages for other machines counts as installed', () => {
  write('package-lock.json', lock);
  write('node_modules/.package-lock.json', { 'node_modules/zod': { version: '4.0.0' } });
  expect(isInstalled(folder)).toBe(true);
});

test('another version in the lock file counts as not installed', () => {
  write('package-lock.json', lock);
  write('node_modules/.package-lock.json', { 'node_modules/zod': { version: '3.0.0' } });
  expect(isInstalled(folder)).toBe(false);
});

test('an installation without Node for this machine counts as not installed', () => {
  const node = `node_modules/node-${process.platform}-${process.arch}`;
  write('package-lock.json', { ...lock, [node]: { version: '24.0.0', optional: true } });
  const installed = { 'node_modules/zod': { version: '4.0.0' } };
  write('node_modules/.package-lock.json', installed);
  expect(isInstalled(folder)).toBe(false);
  write('node_modules/.package-lock.json', { ...installed, [node]: { version: '24.0.0' } });
  expect(isInstalled(folder)).toBe(true);
});

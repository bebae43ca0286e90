import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeDataFolder, ownFolders } from './data-modes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sweepline-test-'));
  const open = { recursive: true, mode: 0o755 };
  for (const path of ['files/ab/cd', 'pg', 'sim/state', 'keys']) mkdirSync(join(folder, path), open);
  for (const path of [
    'files/ab/cd/object',
    'pg/postgres.log',
    'sim/robots.log',
    'lock.json',
    'demo-password',
  ])
    writeFileSync(join(folder, path), '', { mode: 0o644 });
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const openPaths = () =>
  [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ].filter((path) => !lstatSync(path).isSymbolicLink() && (lstatSync(path).mode & 0o077) !== 0);

test('an open data folder is closed to group and others once', () => {
  expect(openPaths()).not.toEqual([]);
  expect(closeDataFolder(folder)).toBeGreaterThan(10);
  expect(openPaths()).toEqual([]);
  expect(closeDataFolder(folder)).toBe(0);
});

test('an open file in a closed data folder is closed', () => {
  closeDataFolder(folder);
  chmodSync(join(folder, 'lock.json'), 0o644);
  expect(closeDataFolder(folder)).toBe(1);
  expect(openPaths()).toEqual([]);
});

test('a data folder with foreign files keeps its mode, and so do these files', () => {
  writeFileSync(join(folder, 'notes.txt'), '', { mode: 0o644 });
  closeDataFolder(folder);
  expect(openPaths()).toEqual([folder, join(folder, 'notes.txt')]);
  expect(ownFolders(folder)).toEqual([]);
});

test('the target of a link keeps its mode', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'sweepline-test-'));
  try {
    chmodSync(elsewhere, 0o755);
    symlinkSync(elsewhere, join(folder, 'files', 'link'));
    closeDataFolder(folder);
    expect(lstatSync(elsewhere).mode & 0o777).toBe(0o755);
  } finally {
    rmSync(elsewhere, { recursive: true });
  }
});

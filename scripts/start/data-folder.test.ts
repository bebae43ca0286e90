import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkDataFolder } from './data-folder.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'sweepline-test-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('a missing data folder is created', () => {
  expect(() => checkDataFolder(join(folder, 'deep', 'data'), true)).not.toThrow();
});

test('a file in place of the data folder is refused with one sentence', () => {
  writeFileSync(join(folder, 'data'), '');
  expect(() => checkDataFolder(join(folder, 'data'), true)).toThrow(
    /is not a folder: choose another DATA_DIR/,
  );
});

// Root can write everywhere.
test.skipIf(process.getuid?.() === 0)(
  'a folder without write permission is refused with one sentence',
  () => {
    mkdirSync(join(folder, 'data'), { mode: 0o500 });
    expect(() => checkDataFolder(join(folder, 'data'), true)).toThrow(/may not write to its data folder/);
  },
);

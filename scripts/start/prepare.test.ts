import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sweepline-test-'));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const moduleAt = (path: string) => JSON.stringify(join(import.meta.dirname, path));
const script = (dataDir: string) => `
  import { prepare } from ${moduleAt('prepare.ts')};
  import { readEnv } from ${moduleAt('../../apps/server/src/app/env.ts')};
  import { createDeviceKeys } from ${moduleAt('../../apps/server/src/app/device-keys.ts')};
  import { createFileStore } from ${moduleAt('../../apps/server/src/platform/files/files.ts')};
  const stops = [];
  const giveUp = (error) => { throw error; };
  const env = readEnv({ DATA_DIR: ${JSON.stringify(dataDir)} });
  const lifetime = { signal: new AbortController().signal, onStop: (stop) => stops.push(stop), giveUp };
  const { databaseUrl, lock } = await prepare(lifetime, env);
  lock.setAddress('http://127.0.0.1');
  await createDeviceKeys(env, () => new Date());
  await createFileStore(env.FILES_URL).put(Buffer.from('a map'));
  console.log('ready ' + new URL(databaseUrl).username);
  process.once('SIGTERM', async () => {
    for (const stop of stops.reverse()) await stop();
    process.exit();
  });
  setInterval(() => {}, 1000);`;

/** The paths of a folder with permissions for group or others. */
const openPaths = (dataDir: string) =>
  [dataDir, ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => join(dataDir, name))]
    .map((path) => ({ path, mode: lstatSync(path).mode & 0o077 }))
    .filter(({ mode }) => mode !== 0);

test('a prepared data folder is closed to other users of the machine, and the server connects as sweepline_app', async () => {
  const dataDir = join(folder, 'data');
  // The modes of an earlier version.
  mkdirSync(join(dataDir, 'files', 'ab', 'cd'), { recursive: true });
  writeFileSync(join(dataDir, 'files', 'ab', 'cd', 'object'), 'a report', { mode: 0o644 });
  const child = spawn(process.execPath, ['--input-type=module', '-e', script(dataDir)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let output = '';
    for await (const chunk of child.stdout) {
      output += String(chunk);
      if (/^ready /m.test(output)) break;
    }
    expect(output).toContain('Other users of this machine could read');
    expect(output).toMatch(/^ready sweepline_app$/m);
    const traversable = openPaths(dataDir).filter(({ mode }) => mode === 0o010);
    expect(openPaths(dataDir)).toEqual(traversable);
    // As root, PostgreSQL's group may traverse these two folders and not list them.
    const expectedPaths = process.getuid?.() === 0 ? [dataDir, join(dataDir, 'pg')] : [];
    expect(traversable.map(({ path }) => path).toSorted()).toEqual(expectedPaths);
  } finally {
    const gone = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGTERM');
    await gone;
  }
});

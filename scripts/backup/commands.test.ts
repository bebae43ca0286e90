import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, mkdtempSync, mkdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '../../apps/server/src/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded/postgres.ts';
import { foldersOfRuns } from '../../apps/server/src/test-kit/folders-of-runs.ts';
import { ensureSuperAdmin } from '../start/world.ts';

const root = mkdtempSync(join(foldersOfRuns(), 'sweepline-commands-'));
const repository = join(import.meta.dirname, '..', '..');
const [data, place] = [join(root, 'data'), join(root, 'place')];

/** A stopped installation with its super admin. */
beforeAll(async () => {
  mkdirSync(data, { mode: 0o700 });
  const postgres = await startEmbeddedPostgres({
    dataDir: join(data, 'pg'),
    log: () => {},
    settings: { fsync: 'off', shared_buffers: '16MB' },
    within: [root, data],
  });
  await migrateDatabase(postgres.url);
  await ensureSuperAdmin({ databaseUrl: postgres.serverUrl, dataDir: data, password: 'a password' });
  await postgres.stop();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Runs a command as `npm run` does. */
function run(name: string, args: string[], env: Record<string, string> = {}) {
  const program = join(repository, 'scripts', 'backup', `${name}.ts`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], DATA_DIR: data, BACKUP_PASSPHRASE: 'correct horse battery', ...env },
  });
  return { status, text: `${stdout}${stderr}` };
}

test('the commands back up, verify, rehearse and restore an installation, and refuse with a sentence and exit code 2', () => {
  const backup = run('backup', [place, '--keep', '2']);
  expect(backup).toMatchObject({ status: 0, text: expect.stringContaining('and read back.') });
  expect(run('verify', [place])).toMatchObject({ status: 0, text: expect.stringContaining('is whole') });
  const wrong = run('verify', [place], { BACKUP_PASSPHRASE: 'another passphrase' });
  expect(wrong).toEqual({ status: 2, text: 'The passphrase does not open the keys of this backup.\n' });
  const missing = run('backup', [place], { BACKUP_PASSPHRASE: '' });
  expect(missing).toEqual({ status: 2, text: expect.stringContaining('There is no passphrase') });
  const rehearsal = run('rehearse', [place, '--aside', root]);
  expect(rehearsal).toMatchObject({ status: 0, text: expect.stringMatching(/starts: \d+ lists were read/) });
  const restored = join(root, 'restored');
  const restore = run('restore', [place], { DATA_DIR: restored });
  expect(restore).toMatchObject({ status: 0, text: expect.stringContaining('Robots are held') });
  expect(existsSync(join(restored, 'keys', 'installation.key'))).toBe(true);
  const again = run('restore', [place], { DATA_DIR: restored });
  expect(again).toMatchObject({ status: 2, text: expect.stringContaining('A restore needs an empty place') });
});

test('every command of docs/operations.md is one of npm', () => {
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    scripts: object;
  };
  const text = readFileSync(join(repository, 'docs', 'operations.md'), 'utf8');
  const named = [...text.matchAll(/npm run ([a-z:-]+)/g)].map(([, name]) => name);
  expect(named).toContain('restore');
  for (const name of named) expect(Object.keys(scripts)).toContain(name);
});

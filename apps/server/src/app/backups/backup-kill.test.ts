import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { listBackups } from '../../platform/backup/backup-place.ts';
import { deriveBackupKey } from '../../platform/backup/key-seal.ts';
import { backupWorld, passphrase } from '../../test-kit/backups/backup-world.ts';
import { testServer } from '../../test-kit/test-server.ts';
import { fingerprintOf } from './installation-keys.ts';

const server = testServer();
const world = backupWorld();
afterAll(world.remove);
const program = fileURLToPath(new URL('./backup-program.ts', import.meta.url));
const filesUrl = () => world.filesUrlOf(dirname(dirname(dirname(server.pathOfFile('a'.repeat(64))))));
const namesIn = (place: string) => (existsSync(place) ? readdirSync(place) : []);

/** A backup in a process of its own. */
async function begin(place: string) {
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  child.send({
    type: 'BACKUP',
    options: {
      place,
      dataDir: join(world.root, 'data'),
      databaseUrl: server.databaseUrl,
      filesUrl: filesUrl(),
      keys: world.keys,
      fingerprint: fingerprintOf(world.keys),
      key: await deriveBackupKey(passphrase),
      version: '0.0.0',
      keep: 1,
    },
  });
  return child;
}
async function until(condition: () => boolean) {
  for (let tries = 0; !condition(); tries += 1) {
    if (tries > 20_000) throw new Error('the state did not come');
    await pause(2);
  }
}

test('a backup that is killed at any moment leaves nothing that looks whole, and the next one clears up', async () => {
  const place = world.aFolder();
  const options = { place, databaseUrl: server.databaseUrl, filesUrl: filesUrl(), keep: 1 };
  const { name } = await world.back(options);
  for (const part of ['database.copy.zst', 'files.list.zst']) {
    const child = await begin(place);
    const partial = () => namesIn(place).find((it) => it.endsWith('.partial')) ?? '';
    await until(
      () => child.exitCode !== null || (partial() !== '' && namesIn(join(place, partial())).includes(part)),
    );
    const exited = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await exited;
    const whole = (await listBackups(place)).map((found) => found.name);
    // Only a backup that had ended before the kill replaces the last good one.
    expect(whole).toHaveLength(1);
    if (partial() !== '') expect(whole).toEqual([name]);
  }
  await expect
    // PostgreSQL gives the locks of a killed process back within moments.
    .poll(() =>
      world.back(options).then(
        (made) => made.name,
        () => '',
      ),
    )
    .toMatch(/^\d{8}T/);
  expect(namesIn(place).filter((it) => it.endsWith('.partial'))).toEqual([]);
  expect(await listBackups(place)).toHaveLength(1);
});

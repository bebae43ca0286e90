import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, expect, test } from 'vitest';
import { connectionOf } from '../../apps/server/src/platform/embedded/connection.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded/postgres.ts';
import { superviseDatabase } from './supervise-database.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** A supervised database, and the reasons for which the supervision gave up. */
async function supervised() {
  const dataDir = mkdtempSync(join(tmpdir(), 'sweepline-test-'));
  chmodSync(dataDir, 0o755);
  cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const settings = { shared_buffers: '16MB' };
  const database = await startEmbeddedPostgres({ dataDir, log: () => {}, settings });
  cleanUps.push(database.stop);
  const givenUp: { why: unknown; withinMs: number | undefined }[] = [];
  const ending = new AbortController();
  cleanUps.push(() => ending.abort());
  superviseDatabase(database, dataDir, {
    signal: ending.signal,
    onStop: (stop) => cleanUps.push(stop),
    giveUp: (why, withinMs) => givenUp.push({ why, withinMs }),
  });
  return { database, dataDir, givenUp };
}

async function ask(url: string, question: string): Promise<unknown> {
  const [address, options] = connectionOf(url);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  try {
    const [row] = await sql.unsafe(question);
    return Object.values(row ?? {})[0];
  } finally {
    await sql.end();
  }
}

test('a killed database is started again at the same address with its data, also when it is killed again at once', async () => {
  const { database, givenUp } = await supervised();
  await ask(database.url, `create table kept as select 'here' as word`);
  for (let kill = 0; kill < 2; kill++) {
    const { pid } = database;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => database.pid, { timeout: 20_000 }).not.toBe(pid);
    expect(await ask(database.url, 'select word from kept')).toBe('here');
  }
  expect(givenUp).toEqual([]);
});

test('a database that cannot start ends the program at its first failed start, with the reason', async () => {
  const { database, dataDir, givenUp } = await supervised();
  const { pid } = database;
  const control = join(dataDir, 'cluster', 'global', 'pg_control');
  renameSync(control, `${control}.away`);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => givenUp, { timeout: 20_000 }).toHaveLength(1);
  const [{ why, withinMs } = { why: '', withinMs: undefined }] = givenUp;
  expect(withinMs).toBeLessThan(2_000);
  expect(String(why)).toMatch(/did not start: .*pg_control/);
});

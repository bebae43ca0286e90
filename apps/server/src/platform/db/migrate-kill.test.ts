import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, expect, inject, test } from 'vitest';
import { connectionOf, withDatabase } from '../embedded/connection.ts';
import { migrateDatabase } from './migrate.ts';

const made: string[] = [];
afterAll(async () => {
  for (const name of made) await ask(inject('databaseUrl'), `drop database if exists ${name} with (force)`);
});

async function ask(url: string, statement: string): Promise<postgres.Row[]> {
  const [address, options] = connectionOf(url);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end();
  }
}

async function anEmptyDatabase(): Promise<string> {
  const name = `migrate_${randomBytes(6).toString('hex')}`;
  made.push(name);
  await ask(inject('databaseUrl'), `create database ${name}`);
  return withDatabase(inject('databaseUrl'), name);
}

/** Columns, triggers, policies, functions and rights of a database. */
const schemaOf = async (url: string) =>
  await Promise.all(
    [
      `select table_schema, table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
        where table_schema in ('public', 'pgboss', 'drizzle') order by 1, 2, 3`,
      `select event_object_table, trigger_name, event_manipulation from information_schema.triggers order by 1, 2, 3`,
      `select tablename, policyname, qual from pg_policies order by 1, 2`,
      `select proname from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
      `select table_name, privilege_type from information_schema.role_table_grants
        where grantee = 'sweepline_app' order by 1, 2`,
      `select indexname, indexdef from pg_indexes where schemaname in ('public', 'pgboss') order by 1`,
    ].map((statement) => ask(url, statement)),
  );

/** A process that migrates as soon as it is told to. */
const program = (url: string) => `
  import { migrateDatabase } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))};
  process.stdout.write('loaded');
  await migrateDatabase(${JSON.stringify(url)});`;

test('a migration that is killed again and again ends with the same schema as one that is not', async () => {
  const [whole, killed] = [await anEmptyDatabase(), await anEmptyDatabase()];
  const startedMs = performance.now();
  await migrateDatabase(whole);
  const wholeMs = performance.now() - startedMs;
  for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program(killed)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    // A migration may be complete before it is killed.
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    await pause(part * wholeMs);
    child.kill('SIGKILL');
    await ended;
  }
  await migrateDatabase(killed);
  expect(await schemaOf(killed)).toEqual(await schemaOf(whole));
});

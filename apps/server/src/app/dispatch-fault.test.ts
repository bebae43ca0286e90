import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeDatabase, type TestDatabase } from '../test-kit/database.ts';
import { dispatchUnderKills } from '../test-kit/dispatch/dispatch-fault.ts';

let database: TestDatabase;
// Each try counts the runs of its own database.
beforeEach(async () => {
  database = await makeDatabase();
});
afterEach(() => database?.close());

/** A short form of `npm run fault -- dispatch`, which kills two hundred times. */
it('no start is lost, doubled or left hanging when the server is killed in the middle of starts', async () => {
  const { db, url } = database;
  const result = await dispatchUnderKills({ db, databaseUrl: url, kills: 3, robots: 4, say: () => {} });
  expect(result).toMatchObject({ missing: [], doubled: 0, hanging: [] });
  // On a slow machine, some kills come before the first answer.
  expect(result.answered + result.begun).toBeGreaterThan(0);
});

import { allCalls } from '@sweepline/contract';
import { timeZoneNames } from '@sweepline/contract/robot';
import { expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { people } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';
import { differencesOf, warnOfZones } from './zone-data-service.ts';

const server = ownTestServer();
// Both have the rules of the past; for the years to come either may know of a change that the other does not.
const past = new Date('2020-01-15T00:00:00Z');

test('every name that a site may have is the same clock in PostgreSQL', async () => {
  expect(await inScope(server.db, '*', (tx) => differencesOf(tx, timeZoneNames, past))).toEqual([]);
});

test('a name that PostgreSQL reads as an abbreviation is found to be another clock', async () => {
  const found = await inScope(server.db, '*', (tx) => differencesOf(tx, ['CET', 'Europe/Berlin'], past));
  expect(found).toEqual([{ timezone: 'CET', from: '2020-03-30' }]);
});

test('zones in use whose rules differ are logged at the start and named on the page of servers', async () => {
  await server.aSite({ timezone: 'Asia/Tokyo' });
  // The database of the test takes Tokyo for UTC, as one does that does not know a zone.
  await server.asOwner(
    (sql) =>
      sql`create or replace function known_zone(zone text) returns text language sql stable as $$ select 'UTC' $$`,
  );
  const warnings: unknown[] = [];
  const logger = { warn: (fields: unknown) => void warnings.push(fields) };
  await warnOfZones(server.db, server.clock, logger);
  const { zoneDifferences } = await server.ok(allCalls.servers.list, people.superAdmin, {});
  expect(zoneDifferences).toEqual([{ timezone: 'Asia/Tokyo', from: '2029-12-03' }]);
  expect(warnings).toEqual(zoneDifferences);
});

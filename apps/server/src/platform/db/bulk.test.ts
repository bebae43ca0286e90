import { expect, test } from 'vitest';
import { runs } from '../../entities/work/run-table.ts';
import { testServer } from '../../test-kit/test-server.ts';
import { bulkUpdate } from './bulk.ts';
import { inScope } from './db.ts';
import { plainArray } from './plain-array.ts';

const server = testServer();
const update = bulkUpdate(runs, ['cleanedM2', 'etaS'], ['deviceId', 'companyId']);

test('a bulk update writes newer rows of the same owner and returns the ids of the others', async () => {
  const device = await server.aDevice();
  const rows = [];
  for (let n = 0; n < 4; n++)
    rows.push(await server.aRun({ deviceId: device.id, revision: 5, cleanedM2: 1 }));
  const changed = rows.map((row) => ({ ...row, revision: 6, cleanedM2: 2.5, etaS: null }));
  const [newer, older, foreign, missing] = changed;
  older!.revision = 5;
  foreign!.deviceId = server.newId();
  missing!.id = server.newId();
  const skipped = await inScope(server.db, '*', (tx) => update(tx, changed));
  expect(skipped.toSorted()).toEqual([older!.id, foreign!.id, missing!.id].toSorted());
  const stored = await server.asOwner((sql) => sql`select id, cleaned_m2, eta_s from runs`);
  expect(stored.filter(({ cleaned_m2: cleaned }) => cleaned === 2.5)).toEqual([
    { id: newer!.id, cleaned_m2: 2.5, eta_s: null },
  ]);
});

test('ids and numbers become an array literal, and everything else is left to the driver', () => {
  expect(plainArray([1, -2.5, 1e-9, null])).toBe('{1,-2.5,1e-9,null}');
  expect(plainArray(['5f2c1d34-8f0b-4a7e-9a55-3c1b2a190807'])).toBe('{5f2c1d34-8f0b-4a7e-9a55-3c1b2a190807}');
  expect(plainArray([])).toBe('{}');
  for (const text of ['a,b', '}', '"', ' ', '\\']) expect(plainArray([text, 'a'])).toEqual([text, 'a']);
});

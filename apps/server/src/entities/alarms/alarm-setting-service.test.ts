import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inScope } from '../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { createCompany } from '../people/company-service.ts';
import { alarmSetting } from './alarm-setting-service.ts';
import { alarmSettings } from './alarm-setting-table.ts';

const now = new Date('2030-01-01T00:00:00.000Z');
let database: TestDatabase;
let provider: string;
let agent: string;
let mall: string;
let other: string;

beforeAll(async () => {
  database = await makeDatabase();
  await inScope(database.db, '*', async (tx) => {
    const company = async (name: string, type: 0 | 1 | 2, parentId: string | null) =>
      (await createCompany(tx, () => now, 'test', { name, type, parentId })).id;
    provider = await company('Maker', 0, null);
    agent = await company('Agent', 2, provider);
    mall = await company('Mall', 1, agent);
    other = await company('Other', 1, provider);
  });
});
afterAll(() => database.close());
beforeEach(() => database.asOwner((sql) => sql`delete from alarm_settings`));

type NewSetting = Partial<typeof alarmSettings.$inferInsert> & { companyId: string };
const store = (...rows: NewSetting[]) =>
  inScope(database.db, '*', (tx) =>
    tx
      .insert(alarmSettings)
      .values(
        rows.map((row) => ({ code: '10104', updatedAt: now.toISOString(), updatedBy: 'test', ...row })),
      ),
  );
const settingOf = (companyId: string, model = 'J30', scope: '*' | string[] = '*') =>
  inScope(database.db, scope, (tx) =>
    alarmSetting(tx, { companyId, code: '10104', errorType: '', model, now }),
  );

test('a code that no company has configured keeps level and fixer of the product, and people are told', async () => {
  expect(await settingOf(mall)).toEqual({
    level: null,
    fixer: null,
    isTold: true,
    orderMode: 'NEVER',
    orderAfterMinutes: 0,
  });
});

test('each field comes from the nearest company above that decides it, and there from the row of the model', async () => {
  await store(
    { companyId: provider, level: 5, fixer: 'FACTORY' },
    { companyId: agent, level: 2 },
    { companyId: agent, level: 3, model: 'J30' },
    { companyId: other, level: 1 },
  );
  expect(await settingOf(mall)).toMatchObject({ level: 3, fixer: 'FACTORY' });
  expect(await settingOf(mall, 'J20')).toMatchObject({ level: 2, fixer: 'FACTORY' });
  expect(await settingOf(provider)).toMatchObject({ level: 5, fixer: 'FACTORY' });
  expect(await settingOf(other)).toMatchObject({ level: 1, fixer: 'FACTORY' });
});

test('push that is off ends by itself at its end, and a company below may switch it on again', async () => {
  const until = (pushOffUntil: string | null) => ({ push: 'OFF' as const, pushOffUntil });
  await store(
    { companyId: provider, ...until(null) },
    { companyId: agent, ...until('2030-01-02T00:00:00.000Z') },
  );
  expect((await settingOf(other)).isTold).toBe(false);
  expect((await settingOf(mall)).isTold).toBe(false);
  await database.asOwner(
    (sql) => sql`update alarm_settings set push_off_until = ${now.toISOString()} where company_id = ${agent}`,
  );
  expect((await settingOf(mall)).isTold).toBe(true);
  await store({ companyId: other, push: 'ON' });
  expect((await settingOf(other)).isTold).toBe(true);
});

test('a company reads the settings of those above it and of no others, and changes only its own', async () => {
  await store(
    { companyId: provider, level: 5 },
    { companyId: agent, level: 2 },
    { companyId: other, level: 1 },
  );
  expect(await settingOf(mall, 'J30', [mall])).toMatchObject({ level: 2 });
  const read = (scope: string[]) =>
    inScope(database.db, scope, (tx) => tx.select().from(alarmSettings).orderBy(alarmSettings.level));
  expect((await read([mall])).map(({ level }) => level)).toEqual([2, 5]);
  expect((await read([other])).map(({ level }) => level)).toEqual([1, 5]);
  const changed = await inScope(database.db, [mall], (tx) =>
    tx.update(alarmSettings).set({ level: 1 }).returning(),
  );
  expect(changed).toEqual([]);
});

import { alarmFixers, alarmOrderModes } from '@sweepline/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCompany } from '../../../entities/people/company-service.ts';
import { alarmSetting } from '../../../entities/alarms/alarm-setting-service.ts';
import { alarmSettings } from '../../../entities/alarms/alarm-setting-table.ts';
import { inScope } from '../../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../../test-kit/database.ts';
import { settingRow, type StoredSetting } from './alarm-setting-rules.ts';

const now = new Date('2030-01-01T00:00:00.000Z');
let database: TestDatabase;
const chain: { id: string; path: string }[] = [];

beforeAll(async () => {
  database = await makeDatabase();
  await inScope(database.db, '*', async (tx) => {
    for (const [name, type] of [
      ['Maker', 0],
      ['Agent', 2],
      ['Mall', 1],
    ] as const) {
      const parentId = chain.at(-1)?.id ?? null;
      chain.push(await createCompany(tx, () => now, 'test', { name, type, parentId }));
    }
  });
});
afterAll(() => database.close());

const field = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const settings = fc.uniqueArray(
  fc.record({
    company: fc.integer({ min: 0, max: 2 }),
    errorType: fc.constantFrom('', 'noRoute'),
    model: fc.constantFrom('', 'J30', 'J20'),
    level: field(fc.integer({ min: 1, max: 5 })),
    fixer: field(fc.constantFrom(...alarmFixers)),
    push: field(fc.constantFrom('ON' as const, 'OFF' as const)),
    orderMode: field(fc.constantFrom(...alarmOrderModes)),
    orderAfterMinutes: field(fc.integer({ min: 0, max: 1_440 })),
    pushOffUntil: field(
      fc.constantFrom('2029-12-31T00:00:00.000Z', now.toISOString(), '2030-01-02T00:00:00.000Z'),
    ),
  }),
  { maxLength: 8, selector: ({ company, errorType, model }) => `${company}/${errorType}/${model}` },
);

test(
  'the values with their sources are those that the SQL of the gateway gives',
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        settings,
        fc.integer({ min: 0, max: 2 }),
        fc.constantFrom('', 'noRoute', 'other'),
        fc.constantFrom('J30', 'J20', 'J40'),
        async (rows, at, errorType, model) => {
          await database.asOwner((sql) => sql`delete from alarm_settings`);
          const company = chain[at]!;
          const key = { companyId: company.id, code: '90000', errorType, model };
          const [stored, resolved] = await inScope(database.db, '*', async (tx) => {
            const values = rows.map(({ company: n, ...row }) => ({
              ...row,
              companyId: chain[n]!.id,
              code: '90000',
              updatedAt: now.toISOString(),
              updatedBy: 'test',
            }));
            const inserted: StoredSetting[] =
              values.length > 0 ? await tx.insert(alarmSettings).values(values).returning() : [];
            return [inserted, await alarmSetting(tx, { ...key, now })] as const;
          });
          const above = stored.filter(({ companyId }) => company.path.includes(companyId));
          const row = settingRow({ rows: above, path: company.path }, key, null, now);
          expect({
            level: row.level.value,
            fixer: row.fixer.from === 'BUILT_IN' ? null : row.fixer.value,
            isTold: row.push.isTold,
            orderMode: row.order.mode,
            orderAfterMinutes: row.order.afterMinutes,
          }).toEqual(resolved);
          const own = above.find(
            (each) => each.companyId === company.id && each.model === model && each.errorType === errorType,
          );
          expect(row.level.from === 'OWN').toBe(own !== undefined && own.level !== null);
          expect(row.own.version).toBe(own ? 1 : 0);
        },
      ),
      { numRuns: 60 },
    );
  },
);

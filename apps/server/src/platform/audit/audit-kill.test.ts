import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyIds } from '../../test-kit/people.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { createCompany } from '../../entities/people/company-service.ts';
import { adoptChanges, sealAudit } from './audit-chain.ts';
import { checkChain } from './audit-check.ts';
import { inScope } from '../db/db.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeDatabase();
  await inScope(database.db, '*', (tx) =>
    createCompany(tx, () => new Date(), 'test', {
      id: companyIds.provider,
      name: 'Ours',
      type: 0,
      parentId: null,
    }),
  );
});
afterAll(() => database.close());

const url = (file: string) => JSON.stringify(join(import.meta.dirname, file));

/** Writes like the calls do, with the entry in the same transaction or in a later one, and seals at the same time. */
const program = (databaseUrl: string) => `
  import { createDb, inScope } from ${url('../db/db.ts')};
  import { withRequestContext } from ${url('../calls/request-context.ts')};
  import { sealAudit } from ${url('audit-chain.ts')};
  import { auditEntries } from ${url('audit-table.ts')};
  import { sites } from ${url('../../entities/places/site-table.ts')};
  const db = createDb(${JSON.stringify(databaseUrl)}, { connections: 6 });
  const companyId = ${JSON.stringify(companyIds.provider)};
  const at = new Date(Date.now() - 600_000);
  const site = (name) => ({ companyId, name, address: '', timezone: 'UTC', createdAt: at.toISOString() });
  const entry = (requestId) => ({ companyId, at: at.toISOString(), accountName: 'x', call: 'POST x', code: 200, address: '', requestId });
  let n = 0;
  const write = async (writer) => {
    for (;;) {
      const requestId = ['request', process.pid, writer, ++n].join('-');
      await withRequestContext({ requestId, at, accountId: undefined }, async () => {
        if (writer % 2) await inScope(db, '*', async (tx) => {
          await tx.insert(sites).values(site(requestId));
          await tx.insert(auditEntries).values(entry(requestId));
        });
        else {
          await inScope(db, '*', (tx) => tx.insert(sites).values(site(requestId)));
          await inScope(db, '*', (tx) => tx.insert(auditEntries).values(entry(requestId)));
        }
      });
    }
  };
  const seal = async () => { for (;;) await sealAudit(db); };
  for (const writer of [1, 2, 3, 4]) void write(writer);
  void seal();
  process.stdout.write('going');`;

/** Waits until the log contains `minChanges` changes. */
async function waitForChanges(minChanges: number) {
  const count = async () => {
    const [row] = await database.asOwner((sql) => sql`select count(*)::int as n from audit_changes`);
    return Number(row?.['n']);
  };
  while ((await count()) < minChanges) await wait(20);
}

test('a process killed repeatedly while writing and sealing leaves an entry for every change and an unbroken chain', async () => {
  for (let round = 0; round < 4; round++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program(database.url)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    // The kill must fall into the writing on a slow machine too, so only new changes count.
    await waitForChanges(15 * (round + 1));
    await wait(round * 100);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await adoptChanges(database.db);
  await sealAudit(database.db);
  const [counts] = await database.asOwner(
    (sql) => sql`
      select (select count(*)::int from audit_changes) as changes, (select count(*)::int from audit_pending) as pending,
        (select count(*)::int from audit_changes c where not exists
          (select 1 from audit_entries e where e.request_id = c.request_id)) as alone,
        (select count(*)::int from sites s where not exists
          (select 1 from audit_changes c where c.record_id = s.id::text)) as unrecorded`,
  );
  expect(counts).toMatchObject({ pending: 0, alone: 0, unrecorded: 0 });
  expect(Number(counts?.['changes'])).toBeGreaterThan(20);
  const state = await database.asOwner((sql) =>
    checkChain(async (text, values) => [...(await sql.unsafe(text, values as never[]))] as never),
  );
  expect(state.broken).toBeUndefined();
  expect(state.links).toBeGreaterThan(40);
});

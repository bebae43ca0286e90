import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { auditCalls, urlOf } from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEntries } from '../platform/audit/audit-table.ts';
import { inScope } from '../platform/db/db.ts';
import { newId } from '../platform/runtime/ids.ts';
import { makeDatabase, type TestDatabase } from '../test-kit/database.ts';
import { createKillableServer, type KillableServer } from '../test-kit/servers/killable-server.ts';
import { companyIds, people, populate } from '../test-kit/people.ts';

const entries = 20_000;
const period = { from: '2030-01-01T00:00:00.000Z', to: '2030-01-02T00:00:00.000Z' };

let database: TestDatabase;
let server: KillableServer;
beforeAll(async () => {
  database = await makeDatabase();
  await populate(database.db, () => new Date());
  const entry = (n: number) => ({
    companyId: companyIds.mall,
    at: new Date(Date.parse(period.from) + n * 1_000).toISOString(),
    accountName: 'mallAdmin',
    code: 200,
    call: 'POST service/task/update',
    action: 'tasks.update',
    recordId: `${n}`,
    recordName: `Entry ${n} ${'x'.repeat(150)}`,
    address: '::1',
    requestId: newId(),
  });
  await inScope(database.db, '*', async (tx) => {
    for (let n = 0; n < entries; n += 2_000)
      await tx.insert(auditEntries).values(Array.from({ length: 2_000 }, (_, i) => entry(n + i)));
  });
  server = await createKillableServer(database.serverUrl);
  await server.start();
});
afterAll(async () => {
  await server?.remove();
  await database?.close();
});

/** Begins the export of all entries. Without `accept-encoding`, so that the file is larger than what a socket buffers. */
async function beginExport(): Promise<IncomingMessage> {
  const sent = request(`${server.addresses().url}${urlOf(auditCalls.export)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: people.superAdmin.token },
  });
  sent.end(JSON.stringify(period));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  sent.on('error', () => {});
  return answer;
}

/** The whole text, or what was wrong with it. */
async function textOf(answer: IncomingMessage): Promise<{ text: string; fault?: string }> {
  let text = '';
  try {
    for await (const chunk of answer.setEncoding('utf8')) text += String(chunk);
    return { text };
  } catch (error) {
    return { text, fault: error instanceof Error && 'code' in error ? String(error.code) : String(error) };
  }
}

test('an export that a kill of the server interrupts ends as an error, and the next one is whole', async () => {
  const interrupted = await beginExport();
  expect(interrupted.statusCode).toBe(200);
  interrupted.pause();
  await once(interrupted, 'readable');
  await server.kill();
  const { text, fault } = await textOf(interrupted);
  expect(fault).toBe('ECONNRESET');
  expect(text.split('\r\n').length).toBeLessThan(entries);

  await server.start();
  const whole = await textOf(await beginExport());
  expect(whole.fault).toBeUndefined();
  const names = whole.text.match(/Entry \d+ /g) ?? [];
  expect(names.slice(0, 2)).toEqual(['Entry 0 ', 'Entry 1 ']);
  expect([names.length, new Set(names).size, names.at(-1)]).toEqual([
    entries,
    entries,
    `Entry ${entries - 1} `,
  ]);
});

import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import type { Delivery } from './ingest.ts';
import { createJournal, type Entry } from './journal.ts';
import { journalIds } from './journal-table.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeDatabase();
});
afterAll(() => database?.close());

const entry = (deviceId: string, more: object = {}): Entry => ({
  msgId: newId(),
  // The journal reads only the device and passes the rest on.
  delivery: { device: { deviceId }, message: more } as unknown as Delivery,
});

function aJournal(apply: (tx: Tx, delivery: Delivery) => Promise<void>) {
  const acknowledged: string[] = [];
  const deadLetterIds: string[] = [];
  const warnings: string[] = [];
  const journal = createJournal({
    db: database.db,
    now: () => new Date(),
    log: { info: () => {}, warn: (_, message) => void warnings.push(message), error: () => {} },
    apply,
    writeRows: async () => {},
    ended: () => {},
    acknowledge: (entries) => void acknowledged.push(...entries.map((it) => it.msgId)),
    storeDeadLetter: (it) => void deadLetterIds.push(it.msgId),
  });
  return { journal, acknowledged, buried: deadLetterIds, warnings };
}

const stored = (ids: string[]) =>
  inScope(database.db, '*', (tx) => tx.select().from(journalIds).where(inArray(journalIds.msgId, ids)));

it('one message that cannot be stored becomes a dead letter, and all others of its batch are stored', async () => {
  const [firstDevice, secondDevice] = [newId(), newId()];
  const { journal, acknowledged, buried } = aJournal(async (tx, { message }) => {
    // Like statements of other devices in the same transaction, which fail because of this one.
    await tx.raw(message['bad'] ? 'select 1/0' : 'select pg_sleep(0.01)');
  });
  const entries = [
    entry(firstDevice),
    entry(firstDevice),
    entry(secondDevice, { bad: true }),
    entry(secondDevice),
    entry(firstDevice),
  ];
  await Promise.all(entries.map(journal.add));
  const ids = entries.map((it) => it.msgId);
  expect(buried).toEqual([ids[2]]);
  // The dead letter is acknowledged too: it would block its robot's journal for ever.
  expect(acknowledged.toSorted()).toEqual(ids.toSorted());
  expect((await stored(ids)).map((it) => it.msgId).toSorted()).toEqual(
    ids.filter((id) => id !== ids[2]).toSorted(),
  );
});

it('messages wait while the database is away, and are acknowledged only after its return', async () => {
  let failures = 3;
  const connectionLost = () =>
    Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' });
  const { journal, acknowledged, buried, warnings } = aJournal(async () => {
    // As drizzle rethrows it: wrapped, with its own message.
    if (failures-- > 0) throw new Error('Failed query: insert into x', { cause: connectionLost() });
  });
  const only = entry(newId());
  const added = journal.add(only).then(() => warnings.length);
  await new Promise((done) => setTimeout(done, 200));
  expect(acknowledged).toEqual([]);
  expect(await added).toBe(3);
  expect(buried).toEqual([]);
  expect(acknowledged).toEqual([only.msgId]);
});

it('the messages of a device are applied in order and once, for any repetition and any order between devices', async () => {
  const applied = new Map<string, number[]>();
  const { journal } = aJournal(async (_tx, { device, message }) => {
    await new Promise((done) => setTimeout(done, Math.random() * 2));
    applied.set(device.deviceId, [...(applied.get(device.deviceId) ?? []), Number(message['n'])]);
  });
  const devices = [newId(), newId(), newId()];
  const all = devices.flatMap((id) => Array.from({ length: 40 }, (_, n) => entry(id, { n })));
  const perDevice = devices.map((id) => all.filter((it) => it.delivery.device.deviceId === id));
  const sent: Promise<void>[] = [];
  while (perDevice.some((it) => it.length > 0)) {
    const next = perDevice[Math.floor(Math.random() * perDevice.length)]?.shift();
    if (!next) continue;
    sent.push(journal.add(next));
    if (Math.random() < 0.3) sent.push(journal.add(next));
    if (Math.random() < 0.1) await Promise.all(sent);
  }
  await Promise.all(sent);
  for (const id of devices) expect(applied.get(id)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  const [first] = devices;
  const rows = await inScope(database.db, '*', (tx) =>
    tx
      .select()
      .from(journalIds)
      .where(eq(journalIds.deviceId, first ?? '')),
  );
  expect(rows).toHaveLength(40);
});

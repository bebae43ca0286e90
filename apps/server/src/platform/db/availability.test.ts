import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { connectionOf } from '../embedded/connection.ts';
import { isDatabaseAway } from './availability.ts';
import { createDb, inScope } from './db.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await makeDatabase()));
afterAll(() => database.close());

const cuts = ['destroy', 'resetAndDestroy', 'end'] as const;
type Cut = (typeof cuts)[number];

/** A line to the database that can be cut in the way a killed, a stopped or a missing server cuts it. */
async function cuttableLine(url: string) {
  const [address, { host: folder }] = connectionOf(url);
  const { hostname, port } = new URL(address);
  const number = Number(port || 5432);
  const upstream = () =>
    folder ? connect(`${String(folder)}/.s.PGSQL.${number}`) : connect({ host: hostname, port: number });
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = upstream();
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(to);
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
    sockets.add(near);
    near.on('close', () => sockets.delete(near));
  });
  const listen = async (at = 0) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const open = await listen();
  const cuttable = new URL(address);
  cuttable.host = `127.0.0.1:${open}`;
  return {
    url: cuttable.href,
    cut: (how: Cut) => {
      server.close();
      for (const socket of sockets) socket[how]();
    },
    restore: () => listen(open),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

test.for(cuts)(
  'transactions interrupted by %s fail because the database is away, and later ones get their own answers',
  async (how) => {
    const line = await cuttableLine(database.serverUrl);
    const db = createDb(line.url, { connections: 4 });
    const unexpected: unknown[] = [];
    let failures = 0;
    for (let round = 0; round < 10; round++) {
      const work = Array.from({ length: 12 }, async () => {
        for (let n = 0; n < 8; n++) {
          await inScope(db, '*', (tx) => tx.raw('select pg_sleep(0.002)'), { readOnly: n % 2 === 0 });
        }
      });
      const settled = Promise.allSettled(work);
      await inScope(db, '*', (tx) => tx.raw('select 1'));
      line.cut(how);
      for (const result of await settled) {
        if (result.status === 'fulfilled') continue;
        failures++;
        if (!isDatabaseAway(result.reason)) unexpected.push(result.reason);
      }
      await line.restore();
      await expect.poll(() => db.availability.isAway()).toBe(false);
      // Each statement gets its own answer.
      const numbers = Array.from({ length: 20 }, (_, n) => n);
      const select = (n: number) =>
        inScope(db, '*', (tx) => tx.raw<{ n: number }>('select $1::int as n', [n]));
      expect((await Promise.all(numbers.map(select))).map(([row]) => row?.n)).toEqual(numbers);
    }
    expect(unexpected).toEqual([]);
    expect(failures).toBeGreaterThan(0);
    await db.close();
    line.close();
  },
);

test('a transaction that cannot connect fails because the database is away', async () => {
  const line = await cuttableLine(database.serverUrl);
  line.cut('destroy');
  const db = createDb(line.url, { connections: 1 });
  const error = await inScope(db, '*', (tx) => tx.raw('select 1')).catch((reason: unknown) => reason);
  expect(isDatabaseAway(error)).toBe(true);
  await db.close();
});

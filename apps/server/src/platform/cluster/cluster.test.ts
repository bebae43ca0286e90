import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDb, inScope, type Db } from '../db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { clusterTiming } from './cluster-options.ts';
import { isRowFault } from '../runtime/storage-fault.ts';
import { joinCluster, type Cluster } from './cluster.ts';
import { setDraining } from './server-roster.ts';
import { OtherKeysError } from './server-rows.ts';
import { allShards } from './shards.ts';

let database: TestDatabase;
const started: { cluster: Cluster; db: Db }[] = [];
const log = { info: () => {}, warn: () => {}, error: (details: object) => void errors.push(details) };
const errors: object[] = [];
// A busy machine delays a beat by seconds; a killed server is found by its free lock.
const timing = { ...clusterTiming, beatMs: 40, guardMs: 1_000, beatsWithoutSign: 250 };

beforeAll(async () => {
  database = await makeDatabase();
});
beforeEach(() => database.reset());
afterEach(async () => {
  for (const { cluster, db } of started.splice(0)) {
    await cluster.leave();
    await db.close();
  }
  expect(errors.splice(0)).toEqual([]);
});
afterAll(() => database.close());

/** A server with connections of its own, as a process has. `held` are the shards that it acts for. */
async function aServer({ isAlone = false, roles = ['gateway'], keyMark = 'keys' } = {}) {
  const db = createDb(database.serverUrl, { connections: 2 });
  const held = new Set<number>();
  const onEnded = vi.fn<() => void>();
  const identity = { name: `server ${started.length}`, version: '1', roles, keyMark };
  const cluster = await joinCluster({ db, log, identity, isAlone, timing, onEnded });
  started.push({ cluster, db });
  await cluster.hold({
    adopt: async (shards) => shards.forEach((shard) => held.add(shard)),
    release: async () => {},
    forget: (shards) => shards.forEach((shard) => held.delete(shard)),
  });
  /** What a killed process leaves behind: nothing that says goodbye, and no lock. */
  const kill = async () => {
    started.splice(
      started.findIndex((it) => it.db === db),
      1,
    );
    db.reserve = () => Promise.reject(new Error('killed'));
    await db.close();
  };
  const write = () =>
    inScope(db, '*', (tx) => tx.raw(`select ${cluster.fence()}`)).then(
      () => 'written',
      (error: { code?: string }) => error.code,
    );
  return { cluster, db, held, onEnded, kill, write };
}

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 20 });
const sorted = (...held: ReadonlySet<number>[]) => held.flatMap((own) => [...own]).toSorted((a, b) => a - b);

describe('shards of robots', () => {
  test('a single server owns all of them at once', async () => {
    const { held } = await aServer();
    expect(sorted(held)).toEqual(allShards);
  });

  test('a second server gets its share, and no shard has two owners or none', async () => {
    const first = await aServer();
    const second = await aServer();
    await eventually(() => {
      expect(second.held.size).toBeGreaterThan(80);
      expect(sorted(first.held, second.held)).toEqual(allShards);
    });
  });

  test('return to the first server when the second leaves', async () => {
    const first = await aServer();
    const second = await aServer();
    await eventually(() => expect(second.held.size).toBeGreaterThan(80));
    await second.cluster.leave();
    expect(second.held.size).toBe(0);
    await eventually(() => expect(sorted(first.held)).toEqual(allShards));
  });

  test('of a killed server go to the others', async () => {
    const first = await aServer();
    const second = await aServer();
    await eventually(() => expect(second.held.size).toBeGreaterThan(80));
    await second.kill();
    await eventually(() => expect(sorted(first.held)).toEqual(allShards));
    expect(first.onEnded).not.toHaveBeenCalled();
  });

  test('of a drained server go to the others, and return when it is resumed', async () => {
    const first = await aServer();
    const second = await aServer();
    await eventually(() => expect(second.held.size).toBeGreaterThan(80));
    const drain = (isDraining: boolean) =>
      inScope(database.db, '*', (tx) => setDraining(tx, second.cluster.id, isDraining));
    await drain(true);
    await eventually(() => expect(sorted(first.held)).toEqual(allShards));
    expect([second.held.size, second.cluster.isDraining()]).toEqual([0, true]);
    expect(await second.write()).toBe('written');
    await drain(false);
    await eventually(() => expect(second.held.size).toBeGreaterThan(80));
    expect(second.cluster.isDraining()).toBe(false);
  });

  test('that are handed over go to the others while the server is still a member', async () => {
    const first = await aServer();
    const second = await aServer();
    await eventually(() => expect(second.held.size).toBeGreaterThan(80));
    await second.cluster.handOver();
    expect(second.held.size).toBe(0);
    await eventually(() => expect(sorted(first.held)).toEqual(allShards));
    expect(await second.write()).toBe('written');
  });

  test('are not owned by a server without the role', async () => {
    const api = await aServer({ roles: ['api'] });
    const owner = await aServer();
    await eventually(() => expect(sorted(owner.held)).toEqual(allShards));
    expect(api.held.size).toBe(0);
  });

  test('of an earlier server that was alone belong to its successor', async () => {
    const earlier = await aServer({ isAlone: true });
    const later = await aServer({ isAlone: true });
    expect(sorted(later.held)).toEqual(allShards);
    await eventually(() => expect(earlier.onEnded).toHaveBeenCalled());
  });
});

test('a server with other keys than one that lives does not join', async () => {
  await aServer();
  const db = createDb(database.serverUrl, { connections: 2 });
  const identity = { name: 'other', version: '1', roles: ['gateway'], keyMark: 'other keys' };
  const joining = joinCluster({ db, log, identity, isAlone: false, timing, onEnded: () => {} });
  await expect(joining).rejects.toThrow(OtherKeysError);
  await db.close();
});

describe('a write about robots', () => {
  test('is possible while the server lives', async () => {
    const { write } = await aServer();
    expect(await write()).toBe('written');
  });

  test('is refused once another server has ended this one', async () => {
    const earlier = await aServer({ isAlone: true });
    await aServer({ isAlone: true });
    expect(await earlier.write()).toBe('SL001');
  });

  test('that began before the server ended does not commit', async () => {
    const earlier = await aServer({ isAlone: true });
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const writing = inScope(earlier.db, '*', async (tx) => {
      await tx.raw(`select ${earlier.cluster.fence()}`);
      await tx.raw(`update shards set changed_at = null`);
      begun.resolve();
      await ended.promise;
      await tx.raw('select 1');
    });
    await begun.promise;
    const outcome = writing.then(
      () => 'written',
      () => 'refused',
    );
    await aServer({ isAlone: true });
    ended.resolve();
    expect(await outcome).toBe('refused');
  });

  test('is refused with the reason, and its rows may be stored later', async () => {
    const first = await aServer();
    const before = first.cluster.fence();
    await aServer();
    await eventually(() => expect(first.cluster.fence()).not.toBe(before));
    const fenced = { ...first.db, fence: () => before };
    const fault: unknown = await inScope(fenced, '*', (tx) => tx.raw('select 1')).catch((error) => error);
    expect(fault).toMatchObject({ code: 'SL001' });
    expect(isRowFault(fault)).toBe(false);
  });

  test('that names an epoch before robots were given away is refused', async () => {
    const first = await aServer();
    const before = first.cluster.fence();
    await aServer();
    await eventually(() => expect(first.cluster.fence()).not.toBe(before));
    const late = inScope(first.db, '*', (tx) => tx.raw(`select ${before}`));
    await expect(late).rejects.toMatchObject({ code: 'SL001' });
    expect(await first.write()).toBe('written');
  });
});

test('a server that cannot reach the database may not act for robots until it can again', async () => {
  const { cluster } = await aServer();
  expect(cluster.mayAct()).toBe(true);
  await database.asOwner((sql) =>
    sql.begin(async (tx) => {
      await tx`lock table servers in access exclusive mode`;
      await eventually(() => expect(cluster.mayAct()).toBe(false));
    }),
  );
  await eventually(() => expect(cluster.mayAct()).toBe(true));
});

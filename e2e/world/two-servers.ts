import { expect } from '@playwright/test';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shardOf } from '../../apps/server/src/platform/cluster/shards.ts';
import { createDb, inScope, type Db } from '../../apps/server/src/platform/db/db.ts';
import { migrateDatabase } from '../../apps/server/src/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded/postgres.ts';
import { people, populate } from '../../apps/server/src/test-kit/people.ts';
import { startBalancer } from '../../scripts/fault/balancer.ts';
import { startBroker, valuesOf } from '../../scripts/fault/rolling.ts';
import { createServed, type Served } from '../../scripts/fault/served.ts';

/** Two servers of one installation, as processes of their own, with a database and a broker that belong to neither. */
export class TwoServers {
  /** Addresses for two browsers: each leads to its own server, and to the other one when that has ended. */
  readonly addresses: readonly [string, string];
  /** The session of the super admin. */
  readonly session = people.superAdmin.token;
  readonly #db: Db;
  readonly #servers: readonly Served[];
  readonly #stops: (() => unknown)[];

  private constructor(
    addresses: readonly [string, string],
    db: Db,
    servers: readonly Served[],
    stops: (() => unknown)[],
  ) {
    this.addresses = addresses;
    this.#db = db;
    this.#servers = servers;
    this.#stops = stops;
  }

  static async start(): Promise<TwoServers> {
    const folder = await mkdtemp(join(tmpdir(), 'two-servers-'));
    await chmod(folder, 0o755);
    const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
    await migrateDatabase(database.url);
    const db = createDb(database.url, { connections: 2 });
    await populate(db, () => new Date());
    const broker = await startBroker();
    const values = await Promise.all(
      ['first', 'second'].map((name) => valuesOf(folder, name, database.url, broker.url)),
    );
    const servers: Served[] = [];
    for (const its of values) servers.push(await createServed(its));
    const [first, second] = servers.map(({ url }) => url) as [string, string];
    const balancers = [
      await startBalancer([first, second], { prefersFirst: true }),
      await startBalancer([second, first], { prefersFirst: true }),
    ] as const;
    const stops = [
      () => rm(folder, { recursive: true, force: true }),
      () => database.stop(),
      () => db.close(),
      broker.stop,
      ...balancers.map(({ stop }) => stop),
      ...servers.map((server) => () => server.stop('SIGKILL')),
    ];
    const started = new TwoServers([balancers[0].url, balancers[1].url], db, servers, stops);
    await Promise.all(servers.map((server) => server.start()));
    // A server answers before it has its robots; until then a balancer closes new connections.
    await expect.poll(() => balancers.every(({ isReady }) => isReady(first) && isReady(second))).toBe(true);
    return started;
  }

  /** Kills the server that owns a device, without a chance to say anything. */
  async killOwnerOf(deviceId: string): Promise<void> {
    const [owner] = await inScope(this.#db, '*', (tx) =>
      tx.raw<{ name: string }>(
        'select name from servers where id = (select server_id from shards where shard = $1)',
        [shardOf(deviceId)],
      ),
    );
    const server = this.#servers.find((it) => owner?.name.endsWith(` ${it.pid()}`));
    if (!server) throw new Error(`no process is the owner ${owner?.name}`);
    await server.stop('SIGKILL');
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.toReversed()) await stop();
  }
}

import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Aedes, type Client } from 'aedes';
import { readEnv } from '../app/env.ts';
import { startServer, type RunningServer } from '../app/main.ts';
import { shardCount, shardOf } from '../platform/cluster/shards.ts';
import { eventually } from '../robots/test-kit/test-gateway.ts';
import { makeDatabase } from './database.ts';
import { populate } from './people.ts';
import { startProxy, type Proxy } from './servers/tcp-proxy.ts';

/** The key of every installation of the tests. */
export const installationKey = Buffer.alloc(32, 7);

/**
 * Whole servers of one installation: one database, one outside broker, one folder of files, a data folder each. The people of the
 * test kit are signed in.
 */
export async function startInstallation(count: number, values: Record<string, string> = {}) {
  const database = await makeDatabase();
  await populate(database.db, () => new Date());
  const broker = await Aedes.createBroker();
  const clients = new Set<Client>();
  broker.on('client', (client) => clients.add(client));
  broker.on('clientDisconnect', (client) => clients.delete(client));
  const listener = createServer(broker.handle).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  // A listening server has an address.
  const mqttUrl = `mqtt://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const folder = await mkdtemp(join(tmpdir(), 'sweepline-installation-'));
  const filesUrl = pathToFileURL(join(folder, 'files')).href;
  const servers: RunningServer[] = [];
  const networks: Proxy[] = [];
  for (let n = 0; n < count; n += 1) {
    const network = await startProxy(mqttUrl);
    networks.push(network);
    const env = {
      PORT: '0',
      LOG_LEVEL: 'silent',
      NODE_ENV: 'test',
      DATABASE_URL: database.serverUrl,
      MQTT_URL: network.url,
      FILES_URL: filesUrl,
      DATA_DIR: join(folder, `server-${n}`),
      // Tests open sockets with the tokens of their people.
      WS_ACCEPT_SESSION_TOKEN: '1',
      INSTALLATION_KEY: installationKey.toString('base64'),
      ...values,
    };
    // The keys are those of the first server. It writes its revocation list at any time, so that is left out.
    if (n > 0)
      await cp(join(folder, 'server-0', 'keys'), join(folder, `server-${n}`, 'keys'), {
        recursive: true,
        filter: (file) => !file.includes('crl'),
      });
    servers.push(await startServer(readEnv(env), { onEnded: () => {} }));
  }
  return {
    database,
    mqttUrl,
    filesUrl,
    servers,
    /** Of each server to the broker. */
    networks,
    /** Waits until each server has its share of the robots: no robot changes its owner any more. */
    untilShared: () =>
      eventually(async () => {
        const shares = await database.asOwner(
          (sql) => sql<{ shards: number }[]>`
            select count(*)::int as shards from shards where server_id is not null group by server_id`,
        );
        return shares.length === count && shares.reduce((sum, it) => sum + it.shards, 0) === shardCount;
      }, 'each server to own its share'),
    /** The address of the server that owns a robot. The servers started one after another. */
    ownerOf: async (deviceId: string): Promise<string> => {
      const [owner] = await database.asOwner(
        (sql) => sql<{ before: number }[]>`
          select (select count(*)::int from servers as earlier where earlier.started_at < servers.started_at) as before
          from shards join servers on servers.id = shards.server_id where shard = ${shardOf(deviceId)}`,
      );
      return servers[owner?.before ?? -1]?.url ?? '';
    },
    /** Cuts the connections of the servers to each other; they come back by themselves. */
    cutBus: (): void => {
      for (const client of clients) if (client.id.includes('-bus-')) client.close();
    },
    stop: async (): Promise<void> => {
      for (const server of servers) await server.stop();
      for (const network of networks) network.stop();
      await new Promise<void>((done) => broker.close(done));
      listener.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type Installation = Awaited<ReturnType<typeof startInstallation>>;

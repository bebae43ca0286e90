import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Aedes } from 'aedes';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newAuthority } from '../apps/server/src/features/devices/identity/certificate-service.ts';
import { setDraining } from '../apps/server/src/platform/cluster/server-roster.ts';
import { createDb, inScope } from '../apps/server/src/platform/db/db.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';

/** The services that the servers share: a database, a broker and a folder. */
let folder = '';
let authority = '';
let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let broker: Aedes;
let listener: Server;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sweepline-serve-'));
  chmodSync(folder, 0o755);
  database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  broker = await Aedes.createBroker();
  listener = createServer(broker.handle).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  mkdirSync(join(folder, 'files'));
  authority = join(folder, 'device-ca.pem');
  writeFileSync(authority, await newAuthority(new Date()));
});
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));
afterAll(async () => {
  await new Promise<void>((done) => broker.close(done));
  listener.close();
  await database.stop();
  rmSync(folder, { recursive: true });
});

/** One server as a process; without the role `api` it needs no built console. */
function serve(name: string, values: Record<string, string> = {}) {
  const { port } = listener.address() as AddressInfo;
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    MQTT_URL: `mqtt://127.0.0.1:${port}`,
    FILES_URL: pathToFileURL(join(folder, 'files')).href,
    DATA_DIR: join(folder, name),
    INSTALLATION_KEY: Buffer.alloc(32, 7).toString('base64url'),
    DEVICE_CA_CERT: authority,
    DEVICE_CA_KEY: authority,
    PORT: '0',
    DRAIN_SECONDS: '1',
    ROLES: 'socket,gateway,jobs',
    ...values,
  };
  const child = fork(join(import.meta.dirname, 'run-bundled.ts'), ['scripts/serve.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.push(child);
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const statusOf = async (path: string) =>
    (await fetch(`${/ at (http\S+)/.exec(printed)?.[1]}${path}`)).status;
  return {
    child,
    printed: () => printed,
    started: async () => {
      await expect.poll(() => printed, { timeout: 60_000 }).toContain('This server does');
    },
    statusOf,
    end: once(child, 'close'),
  };
}

test('two servers that start at once on an empty database both come up, and one creates the super admin', async () => {
  const servers = [serve('first'), serve('second')];
  for (const server of servers) await server.started();
  for (const server of servers) expect(await server.statusOf('/ready')).toBe(200);
  const withPassword = servers.filter(({ printed }) => printed().includes('super admin; password'));
  expect(withPassword).toHaveLength(1);
});

test('a server without the role api answers its health only, and refuses /ready as soon as it is asked to stop', async () => {
  const server = serve('third');
  await server.started();
  const statuses = ['/health', '/ready', '/', '/api/service/profile/read', '/device/v1/config', '/docs'];
  expect(await Promise.all(statuses.map(server.statusOf))).toEqual([204, 200, 404, 404, 404, 404]);
  server.child.kill('SIGTERM');
  await expect.poll(() => server.statusOf('/ready')).toBe(503);
  expect(await server.statusOf('/health')).toBe(204);
  expect(await server.end).toEqual([0, null]);
});

test('a drained server refuses /ready until it is resumed, and one with other keys does not start', async () => {
  const [drained, other] = [serve('first'), serve('second')];
  for (const server of [drained, other]) await server.started();
  const db = createDb(database.url, { connections: 1 });
  const drain = (isDraining: boolean) =>
    inScope(db, '*', async (tx) => {
      const name = `%${drained.child.pid}`;
      const [row] = await tx.raw<{ id: string }>(`select id from servers where name like $1`, [name]);
      await setDraining(tx, row!.id, isDraining);
    });
  await drain(true);
  await expect.poll(() => drained.statusOf('/ready')).toBe(503);
  expect(await other.statusOf('/ready')).toBe(200);
  await drain(false);
  await expect.poll(() => drained.statusOf('/ready')).toBe(200);
  await db.close();
  const stranger = serve('third', { INSTALLATION_KEY: Buffer.alloc(32, 8).toString('base64url') });
  expect(await stranger.end).toEqual([1, null]);
  expect(stranger.printed()).toContain('The keys of this server differ from those of the server');
});

import { cpSync } from 'node:fs';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  errors,
  fileIdHeader,
  fileTransferCalls,
  managedFileCalls,
  tusPath,
  uploadCalls,
  type Call,
  type Output,
  type Sent,
} from '@sweepline/contract';
import { Aedes } from 'aedes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shardOf } from '../platform/cluster/shards.ts';
import { createDownloadAddresses } from '../platform/files/download-address.ts';
import { createVault } from '../platform/files/vault.ts';
import { aDevice, eventually, TestRobot } from '../robots/test-kit/test-gateway.ts';
import { makeDatabase, type TestDatabase } from '../test-kit/database.ts';
import { installationKey } from '../test-kit/installation.ts';
import { companyIds, people, populate } from '../test-kit/people.ts';
import { sendOverHttp } from '../test-kit/send-over-http.ts';
import { createKillableServer, type KillableServer } from '../test-kit/servers/killable-server.ts';

const { mallAdmin } = people;
const content = Buffer.alloc(300_000, 'transfer ');
const headers = { authorization: mallAdmin.token, lang: 'en', 'tus-resumable': '1.0.0' };
const patienceMs = 60_000;

let database: TestDatabase;
let closes: (() => unknown)[];
beforeEach(async () => {
  closes = [];
  database = await makeDatabase();
  closes.push(database.close);
  await populate(database.db, () => new Date());
});
afterEach(async () => {
  for (const close of closes.toReversed()) await close();
});

/** Two servers in processes of their own, with one database, broker, folder of files and key. */
async function twoServers() {
  const broker = await Aedes.createBroker();
  const listener = createServer(broker.handle).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const folder = await mkdtemp(join(tmpdir(), 'sweepline-transfers-'));
  closes.push(async () => {
    await new Promise<void>((done) => broker.close(done));
    listener.close();
    await rm(folder, { recursive: true, force: true });
  });
  const values = {
    // A listening server has an address.
    MQTT_URL: `mqtt://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    FILES_URL: pathToFileURL(join(folder, 'files')).href,
    INSTALLATION_KEY: installationKey.toString('base64'),
  };
  const servers: KillableServer[] = [];
  for (const _ of [0, 1]) {
    const server = await createKillableServer(database.serverUrl, { values });
    const [earlier] = servers;
    if (earlier)
      cpSync(join(earlier.folder, 'keys'), join(server.folder, 'keys'), {
        recursive: true,
        filter: (file) => !file.includes('crl'),
      });
    closes.push(server.remove);
    await server.start();
    servers.push(server);
  }
  const [first, second] = servers as [KillableServer, KillableServer];
  return { first, second, mqttUrl: values.MQTT_URL };
}

const ok = async <C extends Call>(server: KillableServer, call: C, input: Sent<C>): Promise<Output<C>> => {
  const { code, msg, data } = await sendOverHttp(server.addresses().url, call, mallAdmin, input as object);
  if (code !== 200) throw new Error(`${call.path}: ${msg}`);
  return data;
};

async function begin(server: KillableServer): Promise<string> {
  const [purpose, name] = ['FILE', 'a.bin'].map((text) => Buffer.from(text).toString('base64'));
  const answer = await fetch(`${server.addresses().url}${tusPath}`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': `${content.length}`,
      'upload-metadata': `purpose ${purpose},filename ${name}`,
    },
  });
  return answer.headers.get('location') ?? '';
}
const append = (server: KillableServer, path: string, offset: number, end = content.length) =>
  fetch(`${server.addresses().url}${path}`, {
    method: 'PATCH',
    headers: {
      ...headers,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': `${offset}`,
    },
    body: new Uint8Array(content.subarray(offset, end)),
  });
const head = (server: KillableServer, path: string) =>
  fetch(`${server.addresses().url}${path}`, { method: 'HEAD', headers });

/** Uploads the file at one server. Returns the id of its entry in the list. */
async function upload(server: KillableServer): Promise<string> {
  await append(server, await begin(server), 0);
  const { list } = await ok(server, managedFileCalls.list, {});
  return list[0]!.id;
}

test('an upload goes on at the other server when its server was killed, and ends a day after its last part at both', async () => {
  const { first, second } = await twoServers();
  const [path, forgotten] = [await begin(first), await begin(first)];
  for (const it of [path, forgotten]) expect((await append(first, it, 0, 100_000)).status).toBe(204);
  await first.kill();
  expect((await head(second, path)).headers.get('upload-offset')).toBe('100000');
  expect((await append(second, path, 100_000)).headers.get(fileIdHeader)).toBeTruthy();
  const { list } = await ok(second, uploadCalls.list, { purpose: 'FILE' });
  expect(list).toMatchObject([{ receivedBytes: 100_000 }]);

  await database.asOwner(
    (sql) => sql`update file_uploads set expires_at = expires_at - interval '1 day' where file_id is null`,
  );
  await first.start();
  for (const server of [first, second]) {
    expect((await head(server, forgotten)).status).toBe(404);
    expect((await append(server, forgotten, 100_000)).status).toBe(404);
    expect(await ok(server, uploadCalls.list, { purpose: 'FILE' })).toEqual({ list: [] });
    expect((await head(server, path)).headers.get(fileIdHeader)).toBeTruthy();
  }
});

test('a download address that a killed server signed is valid at the other one until its ten minutes are over', async () => {
  const { first, second } = await twoServers();
  const id = await upload(first);
  const { url } = await ok(first, managedFileCalls.download, { id });
  await first.kill();
  const read = (path: string) =>
    fetch(`${second.addresses().url}${path}`, { headers: { range: 'bytes=100-199' } });
  const answer = await read(url);
  expect([answer.status, Buffer.from(await answer.arrayBuffer())]).toEqual([206, content.subarray(100, 200)]);

  /** What a server would have signed so many minutes ago. */
  const signedBefore = (minutes: number) => {
    const at = new Date(Date.now() - minutes * 60_000);
    const { token } = createDownloadAddresses(createVault(installationKey), () => at).create({
      recordId: id,
      accountId: mallAdmin.id,
    });
    return url.slice(0, url.lastIndexOf('/') + 1) + token;
  };
  expect((await read(signedBefore(5))).status).toBe(206);
  expect(await (await read(signedBefore(11))).json()).toMatchObject({ code: errors.notFound.code });
});

test('a transfer of a killed server ends by its time at the next owner, and one with time left reaches its robot', async () => {
  const devices = await Promise.all(Array.from({ length: 12 }, () => aDevice(database.db, companyIds.mall)));
  const { first, second, mqttUrl } = await twoServers();
  const ofFirst = await eventually(
    async () => {
      const rows = await database.asOwner(
        (sql) => sql<{ serverId: string; shards: number[] }[]>`
          select server_id as "serverId", array_agg(shard) as shards from shards
          join servers on servers.id = shards.server_id group by server_id, servers.started_at order by servers.started_at`,
      );
      const own = devices.filter(({ deviceId }) => rows[0]?.shards.includes(shardOf(deviceId)));
      return rows.length === 2 && own.length >= 2 && own;
    },
    'robots of the first server',
    patienceMs,
  );
  const [late, early] = ofFirst as [TestRobot['device'], TestRobot['device']];
  const fileId = await upload(first);
  const { transfers } = await ok(second, fileTransferCalls.push, {
    fileId,
    deviceIds: [late.deviceId, early.deviceId],
    targetPath: '/data/import/a.bin',
  });
  const idOf = ({ deviceId }: TestRobot['device']) =>
    transfers.find(({ device }) => device.id === deviceId)!.id;
  expect(transfers.map(({ state }) => state)).toEqual(['WAITING', 'WAITING']);
  await first.kill();
  await database.asOwner(
    (sql) =>
      sql`update commands set expires_at = now() - interval '1 second' where device_id = ${late.deviceId}`,
  );
  const read = (device: TestRobot['device']) => ok(second, fileTransferCalls.detail, { id: idOf(device) });
  await eventually(async () => (await read(late)).state === 'FAILED', 'the end of the transfer', patienceMs);
  expect(await read(late)).toMatchObject({ code: 'EXPIRED' });
  expect(await read(early)).toMatchObject({ state: 'WAITING' });

  const robot = await TestRobot.connect(mqttUrl, early);
  closes.push(() => robot.leave());
  await eventually(
    async () => {
      await robot.say('connection', { connectionState: 'ONLINE' }, 1);
      return robot.received.some(({ message }) => message['type'] === 'job.filePush');
    },
    'the command at the robot',
    patienceMs,
  );
});

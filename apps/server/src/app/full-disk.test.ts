import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  auditCalls,
  errors,
  fileIdHeader,
  mapCalls,
  tusPath,
  urlOf,
  type Envelope,
} from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDatabase, type TestDatabase } from '../test-kit/database.ts';
import { createKillableServer, type KillableServer } from '../test-kit/servers/killable-server.ts';
import { people, populate } from '../test-kit/people.ts';

const mount = (folder: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', folder]).status === 0;
const unmount = (folder: string) => spawnSync('umount', ['-l', folder]);

/** Only root may mount a small file system; the quota of another user is not the test's to set. */
function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'sweepline-mount-'));
  const mounted = mount(folder);
  if (mounted) unmount(folder);
  rmdirSync(folder);
  return mounted;
}

let database: TestDatabase;
let server: KillableServer;
const isAllowed = mayMount();
beforeAll(async () => {
  if (!isAllowed) return;
  database = await makeDatabase();
  await populate(database.db, () => new Date());
  server = await createKillableServer(database.serverUrl);
  mount(server.folder);
  await server.start();
});
afterAll(async () => {
  await server?.kill();
  if (isAllowed) unmount(server.folder);
  await server?.remove();
  await database?.close();
});

/** One connection that is kept open: an answer that leaves it unusable stops the next request. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

const post = (path: string, body: Uint8Array, headers: Record<string, string>) =>
  new Promise<{ status: number; body: string; reused: boolean }>((resolve, reject) => {
    const sent = request(`${server.addresses().url}${path}`, {
      method: 'POST',
      agent,
      headers: { authorization: people.mallAdmin.token, lang: 'en', ...headers },
    });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: text, reused: sent.reusedSocket }),
      );
    });
    sent.end(body);
  });

/** A grey map of 1,500 × 1,500 cells, 2.25 MB. */
async function importMap(name: string) {
  const side = 1_500;
  const form = new FormData();
  form.set('name', name);
  const picture = Buffer.concat([Buffer.from(`P5 ${side} ${side} 255\n`), Buffer.alloc(side * side, 254)]);
  form.set('picture', new Blob([picture]), 'map.pgm');
  const yaml =
    'image: map.pgm\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.2\n';
  form.set('yaml', new Blob([yaml]), 'map.yaml');
  const encoded = new Response(form);
  const answer = await post(urlOf(mapCalls.import), new Uint8Array(await encoded.arrayBuffer()), {
    'content-type': encoded.headers.get('content-type') ?? '',
  });
  // The envelope of the server under test.
  return { ...answer, envelope: JSON.parse(answer.body) as Envelope<unknown> };
}
const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true })).filter((name) => !name.endsWith('.json')).toSorted();
const maps = async () => (await server.send(mapCalls.list, people.mallAdmin, {})).data.total;

test.skipIf(!isAllowed)(
  'an upload to a full disk is refused with a clear answer, leaves nothing behind, and works once there is space',
  async () => {
    const ballast = join(server.folder, 'ballast');
    const { bavail, bsize } = await statfs(server.folder);
    await writeFile(ballast, Buffer.alloc(bavail * bsize - 300_000));
    const stored = await filesIn(server.folder);
    const before = await maps();
    for (const _ of [1, 2]) {
      const { envelope } = await importMap('Full');
      expect([envelope.code, envelope.msg]).toEqual([errors.storageFull.code, errors.storageFull.texts.en]);
      expect(await filesIn(server.folder)).toEqual(stored);
    }
    expect(await maps()).toBe(before);

    // An export needs no space.
    const period = { from: '2030-01-01T00:00:00.000Z', to: '2030-01-02T00:00:00.000Z' };
    const log = await post(urlOf(auditCalls.export), Buffer.from(JSON.stringify(period)), {
      'content-type': 'application/json',
    });
    expect([log.status, log.body.startsWith('\ufeffat,account,')]).toEqual([200, true]);

    await rm(ballast);
    const { envelope, reused } = await importMap('Space');
    expect([envelope.code, reused]).toEqual([200, true]);
    expect(await maps()).toBe(before + 1);
  },
);

/** One request of an upload in parts. */
async function tus(
  method: 'POST' | 'HEAD' | 'PATCH',
  path: string,
  more: Record<string, string>,
  body?: Buffer,
) {
  const answer = await fetch(`${server.addresses().url}${path}`, {
    method,
    headers: { authorization: people.mallAdmin.token, lang: 'en', 'tus-resumable': '1.0.0', ...more },
    ...(body && { body: new Uint8Array(body) }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
const append = (path: string, offset: number, body: Buffer) =>
  tus(
    'PATCH',
    path,
    { 'content-type': 'application/offset+octet-stream', 'upload-offset': `${offset}` },
    body,
  );

test.skipIf(!isAllowed)(
  'an upload in parts that meets a full disk keeps its offset and no half part, and is finished once there is space',
  async () => {
    const part = randomBytes(1_000_000);
    const [purpose, name] = ['FILE', 'a.bin'].map((text) => Buffer.from(text).toString('base64'));
    const begun = await tus('POST', tusPath, {
      'upload-length': `${2 * part.length}`,
      'upload-metadata': `purpose ${purpose},filename ${name}`,
    });
    const path = begun.headers.get('location') ?? '';
    const ballast = join(server.folder, 'ballast');
    const leave = async (bytes: number) => {
      await rm(ballast, { force: true });
      const { bavail, bsize } = await statfs(server.folder);
      await writeFile(ballast, Buffer.alloc(bavail * bsize - bytes));
    };
    await leave(300_000);
    const stored = await filesIn(server.folder);
    const refused = await append(path, 0, part);
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
      507,
      { code: errors.storageFull.code, msg: errors.storageFull.texts.en },
    ]);
    expect(await filesIn(server.folder)).toEqual(stored);
    expect((await tus('HEAD', path, {})).headers.get('upload-offset')).toBe('0');

    // Both parts have space, and the file that they are joined to has none.
    await leave(2_300_000);
    expect((await append(path, 0, part)).status).toBe(204);
    expect((await append(path, part.length, Buffer.from(part.toReversed()))).status).toBe(507);
    expect((await tus('HEAD', path, {})).status).toBe(507);
    expect(await readdir(join(server.folder, 'files', 'incoming'))).toEqual([]);

    await rm(ballast);
    const whole = await tus('HEAD', path, {});
    expect(whole.headers.get('upload-offset')).toBe(`${2 * part.length}`);
    expect(whole.headers.get(fileIdHeader)).toBeTruthy();
  },
);

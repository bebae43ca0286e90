import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { noElements } from '@sweepline/contract';
import { bundleFiles, bundleMeta, toBundleElements } from '@sweepline/contract/robot';
import { zipOf } from '@sweepline/map-core';
import { and, eq } from 'drizzle-orm';
import { greyPng } from '@sweepline/map-core/test-kit/png';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deadLetters } from '../../entities/installation/dead-letter-table.ts';
import { auditEntries } from '../../platform/audit/audit-table.ts';
import { localBus } from '../../platform/socket/bus.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { createFileStore } from '../../platform/files/files.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { packing } from '../../platform/files/packing.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { aForeignWorld, type ForeignWorld } from '../../test-kit/builders/foreign-world.ts';
import { hashSecret } from '../../features/devices/identity/credential-service.ts';
import { deviceApi } from './device-api.ts';
import { signedPath } from './signed-files.ts';
import { aDevice, type Registered } from '../test-kit/test-gateway.ts';
import { videoSessions } from '../../entities/remote/video-table.ts';
import { hashOfToken } from '../protocol/token-hash.ts';
import { deviceUploads } from '../../entities/remote/device-upload-table.ts';
import { testRefusals } from '../test-kit/test-refusals.ts';
import { newUpload } from './upload-service.ts';

const perHour = 20;
let world: ForeignWorld;
let app: FastifyInstance;
let folder: string;
let sender: Registered;
let refusals: ReturnType<typeof testRefusals>;
const routes: string[] = [];

beforeAll(async () => {
  world = await aForeignWorld();
  folder = await mkdtemp(join(tmpdir(), 'sweepline-device-http-'));
  refusals = testRefusals(world.db, perHour);
  const api = deviceApi({
    db: world.db,
    files: createFileStore(pathToFileURL(folder).href),
    now: () => new Date(),
    refusals,
    bus: localBus(() => {}),
    brokerFor: () => undefined,
  });
  app = Fastify();
  app.addHook('onRoute', ({ method, url }) => {
    if (method !== 'HEAD') routes.push(`${String(method)} ${url}`);
  });
  await app.register(api, { prefix: '/device/v1' });
});
// A device of its own for each test: its dead letters are limited.
beforeEach(async () => {
  sender = await aDevice(world.db, world.senderCompanyId);
});
afterAll(async () => {
  await app?.close();
  await refusals?.flush();
  await world?.close();
  await rm(folder, { recursive: true, force: true });
});

const read = <T>(work: (tx: Tx) => Promise<T>) => inScope(world.db, '*', work);
const uploadOf = async (fileId: string) =>
  (await read((tx) => tx.select().from(deviceUploads).where(eq(deviceUploads.fileId, fileId))))[0]!.id;

interface Request {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  payload?: Buffer | object;
}
const send = ({ payload, ...call }: Request) =>
  app.inject({
    ...call,
    headers: {
      authorization: `Basic ${Buffer.from(`${sender.sn}:${sender.secret}`).toString('base64')}`,
      ...(Buffer.isBuffer(payload) && { 'content-type': 'application/octet-stream' }),
    },
    ...(payload && { payload }),
  });

const grid = greyPng(2, 2, new Uint8Array(4).fill(254));
const bundleOf = (mapId: string) => {
  const frame = { resolution: 0.05, originX: 0, originY: 0, widthPx: 2, heightPx: 2 };
  const meta = { format: 'map-1', mapId, mapVersion: '0.l1', parentVersion: null, name: 'Hall', ...frame };
  const files: [string, Uint8Array][] = [
    [bundleFiles.meta, Buffer.from(JSON.stringify(meta))],
    [bundleFiles.grid, grid],
    [bundleFiles.elements, Buffer.from(JSON.stringify(toBundleElements(noElements)))],
  ];
  return Buffer.from(zipOf(new Map(files), packing));
};

/** Uploads the bundle of a map up to its last call. */
async function uploadedBundle(mapId: string): Promise<string> {
  const payload = bundleOf(mapId);
  const announced = {
    kind: 'MAP',
    name: 'hall.zip',
    bytes: payload.length,
    sha256: createHash('sha256').update(payload).digest('hex'),
  };
  const begun = await send({ method: 'POST', url: '/device/v1/uploads', payload: announced });
  const { uploadId, parts } = begun.json<{ uploadId: string; parts: { url: string }[] }>();
  expect((await send({ method: 'PUT', url: parts[0]!.url, payload })).statusCode).toBe(200);
  return uploadId;
}

/**
 * RECORD: names a record that may have another owner. OWN: names rows of the sender only. TEXT: stored in rows of the sender and
 * never looked up. PROOF: proves the sender. VALUE: no id.
 */
type Use = 'RECORD' | 'OWN' | 'TEXT' | 'PROOF' | 'VALUE';
const uses: Record<string, Record<string, Use>> = {
  'GET /device/v1/config': {},
  'POST /device/v1/uploads': {
    kind: 'VALUE',
    name: 'TEXT',
    bytes: 'VALUE',
    sha256: 'VALUE',
    refId: 'TEXT',
  },
  'PUT /device/v1/uploads/:id/parts/:n': { id: 'RECORD', n: 'OWN' },
  'POST /device/v1/uploads/:id/complete': { id: 'RECORD', mapId: 'RECORD' },
  'GET /device/v1/desired/:section/:version': { section: 'OWN', version: 'OWN' },
  'GET /device/v1/stream/:sessionId': { sessionId: 'RECORD', token: 'PROOF' },
  // Only a session that waits for the sender is found by it.
  'POST /device/v1/whip/:sessionId': { sessionId: 'OWN', token: 'PROOF' },
  'DELETE /device/v1/whip/:sessionId': { sessionId: 'OWN' },
  'GET /device/v1/files/:id': { id: 'RECORD', sn: 'PROOF', expires: 'VALUE', signature: 'PROOF' },
};

interface Case {
  route: string;
  /** The field as the dead letter names it. */
  field: string;
  kind: 'upload' | 'file' | 'map' | 'stream';
  request(id: string): Promise<Request> | Request;
  statusCode: number;
  /** Tables in which the refused call stores rows of the sender's company. */
  stores?: string[];
}
const cases: Case[] = [
  {
    route: 'PUT /device/v1/uploads/:id/parts/:n',
    field: 'uploadId',
    kind: 'upload',
    statusCode: 404,
    request: (id) => ({
      method: 'PUT',
      url: `/device/v1/uploads/${id}/parts/1`,
      payload: Buffer.from('no'),
    }),
  },
  {
    route: 'POST /device/v1/uploads/:id/complete',
    field: 'uploadId',
    kind: 'upload',
    statusCode: 404,
    request: (id) => ({ method: 'POST', url: `/device/v1/uploads/${id}/complete` }),
  },
  {
    route: 'POST /device/v1/uploads/:id/complete',
    field: 'mapId',
    kind: 'map',
    statusCode: 422,
    request: async (id) => ({
      method: 'POST',
      url: `/device/v1/uploads/${await uploadedBundle(id)}/complete`,
    }),
    stores: ['files'],
  },
  {
    route: 'GET /device/v1/files/:id',
    field: 'fileId',
    kind: 'file',
    statusCode: 404,
    request: (id) => ({
      method: 'GET',
      url: signedPath({ sn: sender.sn, secretHash: hashSecret(sender.secret) }, id, Date.now()),
    }),
  },
  {
    route: 'GET /device/v1/stream/:sessionId',
    field: 'sessionId',
    kind: 'stream',
    statusCode: 401,
    request: (id) => ({ method: 'GET', url: `/device/v1/stream/${id}?token=${streamToken}` }),
  },
];

const streamToken = 'the token of the stream';
/** A stream that its robot could open now. */
async function aStream({ companyId, deviceId }: { companyId: string; deviceId: string }): Promise<string> {
  const [id, at] = [newId(), new Date().toISOString()];
  const token = { tokenHash: hashOfToken(streamToken), tokenUntil: '2999-01-01T00:00:00.000Z' };
  const times = { startedAt: at, changedAt: at, endedAt: at };
  const row = { id, companyId, deviceId, camera: 'FRONT', state: 'STARTING', ...times, ...token } as const;
  await read((tx) => tx.insert(videoSessions).values(row));
  return id;
}

const idOf = ({ kind }: Case, owner: 'foreign' | 'sibling') => {
  const ids = world.ids[owner];
  if (kind === 'stream') return aStream(ids);
  return kind === 'upload' ? uploadOf(ids.pushedFile) : kind === 'file' ? ids.pushedFile : ids.map;
};
const lettersOfSender = async () => {
  await refusals.flush();
  return await read((tx) => tx.select().from(deadLetters).where(eq(deadLetters.sn, sender.sn)));
};
const auditsOfSender = () =>
  read((tx) =>
    tx
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.recordId, sender.deviceId), eq(auditEntries.action, 'robots.foreignId'))),
  );

/** Sends the id, and expects a refusal that changes no row of others and leaves a dead letter with this reason. */
async function expectRefused(call: Case, id: string, reason: 'FOREIGN_ID' | 'UNKNOWN_ID') {
  const { route, field, stores, statusCode } = call;
  const earlier = (await lettersOfSender()).length;
  const request = await call.request(id);
  const before = await world.rowsOfOthers(sender.deviceId, stores);
  const answer = await send(request);
  expect(answer.statusCode).toBe(statusCode);
  const letters = await lettersOfSender();
  expect(letters).toHaveLength(earlier + 1);
  const about = letters.filter(({ detail }) => detail === `${field} ${id}`);
  expect(about.map((letter) => letter.reason)).toContain(reason);
  for (const letter of about)
    expect(letter).toMatchObject({
      topic: route,
      sn: sender.sn,
      deviceId: sender.deviceId,
      companyId: world.senderCompanyId,
    });
  expect(await world.rowsOfOthers(sender.deviceId, stores)).toEqual(before);
  return answer.body;
}

it('the table contains every field of every device call', () => {
  expect(Object.keys(uses).toSorted()).toEqual(routes.toSorted());
  for (const [route, fields] of Object.entries(uses))
    for (const [, name] of route.matchAll(/:(\w+)/g)) expect(Object.keys(fields), route).toContain(name);
  expect(Object.keys(uses['POST /device/v1/uploads']!)).toEqual(Object.keys(newUpload.shape));
  expect(Object.keys(bundleMeta.shape).filter((name) => /id$/i.test(name))).toEqual(['mapId']);
});

it('each id of a record has a case', () => {
  for (const [route, fields] of Object.entries(uses)) {
    const records = Object.values(fields).filter((use) => use === 'RECORD');
    expect(
      cases.filter((it) => it.route === route).map(({ field }) => field),
      route,
    ).toHaveLength(records.length);
  }
});

it.each(cases)(
  '$route $field: an id of another company is refused, stored as a dead letter and audited',
  async (call) => {
    await expectRefused(call, await idOf(call, 'foreign'), 'FOREIGN_ID');
    expect(await auditsOfSender()).toMatchObject([
      { call: call.route, companyId: world.senderCompanyId, reason: 'forbidden' },
    ]);
  },
);

// A map belongs to its company, and a missing one is created.
describe.each(cases.filter(({ kind }) => kind !== 'map'))('$route $field', (call) => {
  it('an id of another device of the same company is refused alike', async () => {
    await expectRefused(call, await idOf(call, 'sibling'), 'FOREIGN_ID');
    expect(await auditsOfSender()).toHaveLength(1);
  });

  it('a missing id is refused with the same answer and not audited', async () => {
    const foreign = await expectRefused(call, await idOf(call, 'foreign'), 'FOREIGN_ID');
    const missing = await expectRefused(call, newId(), 'UNKNOWN_ID');
    expect(missing).toBe(foreign);
    expect(await auditsOfSender()).toHaveLength(1);
  });
});

it('the map of another device of the same company gets a version, because maps belong to the company', async () => {
  const shared = ['files', 'maps', 'map_versions', 'device_maps', 'notices'];
  const { foreign, sibling } = world.ids;
  expect(foreign.companyId).not.toBe(sibling.companyId);
  const before = await world.rowsOfOthers(sender.deviceId, shared);
  const url = `/device/v1/uploads/${await uploadedBundle(sibling.map)}/complete`;
  expect((await send({ method: 'POST', url })).statusCode).toBe(200);
  expect(await lettersOfSender()).toEqual([]);
  expect(await world.rowsOfOthers(sender.deviceId, shared)).toEqual(before);
});

it("a map that is announced first by another company's robot is not the sender's later", async () => {
  const mapId = newId();
  const owner = sender;
  const complete = async () => {
    const url = `/device/v1/uploads/${await uploadedBundle(mapId)}/complete`;
    return (await send({ method: 'POST', url })).statusCode;
  };
  expect(await complete()).toBe(200);
  sender = await aDevice(world.db, world.ids.foreign.companyId);
  expect(await complete()).toBe(422);
  expect(await lettersOfSender()).toMatchObject([
    { reason: 'FOREIGN_ID', companyId: world.ids.foreign.companyId, detail: `mapId ${mapId}` },
  ]);
  sender = owner;
  expect(await lettersOfSender()).toEqual([]);
});

it('a refused id stays refused when another company creates its record later', async () => {
  const [upload, file] = [newId(), newId()];
  const [put, , , download] = cases;
  await expectRefused(put!, upload, 'UNKNOWN_ID');
  await expectRefused(download!, file, 'UNKNOWN_ID');
  const { companyId, deviceId, pushedFile } = world.ids.foreign;
  await read(async (tx) => {
    const [uploaded] = await tx.select().from(deviceUploads).where(eq(deviceUploads.fileId, pushedFile));
    const [stored] = await tx.select().from(storedFiles).where(eq(storedFiles.id, pushedFile));
    await tx.insert(storedFiles).values({ ...stored!, id: file });
    await tx.insert(deviceUploads).values({ ...uploaded!, id: upload, companyId, deviceId, fileId: null });
  });
  await expectRefused(put!, upload, 'FOREIGN_ID');
  await expectRefused(download!, file, 'FOREIGN_ID');
});

it('a device that names foreign ids again and again fills neither the dead letters nor the audit', async () => {
  const [, complete] = cases;
  const id = await idOf(complete!, 'foreign');
  for (let n = 0; n < perHour + 15; n += 1) {
    expect((await send(await complete!.request(id))).statusCode).toBe(404);
    await send(await complete!.request(newId()));
  }
  const reasons = (await lettersOfSender()).map(({ reason }) => reason);
  expect(reasons.filter((reason) => reason === 'FOREIGN_ID')).toHaveLength(perHour);
  expect(reasons.filter((reason) => reason === 'UNKNOWN_ID')).toHaveLength(perHour);
  expect(await auditsOfSender()).toHaveLength(perHour);
});

it('a forged signature is refused without a dead letter, because it does not prove its sender', async () => {
  const forged = signedPath({ sn: sender.sn, secretHash: 'x' }, world.ids.foreign.pushedFile, Date.now());
  expect((await app.inject(forged)).statusCode).toBe(403);
  expect(await lettersOfSender()).toEqual([]);
});

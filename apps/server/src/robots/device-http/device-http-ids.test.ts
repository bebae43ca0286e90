import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eq } from 'drizzle-orm';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localBus } from '../../platform/socket/bus.ts';
import { inScope } from '../../platform/db/db.ts';
import { createFileStore } from '../../platform/files/files.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { aForeignWorld, type ForeignWorld } from '../../test-kit/builders/foreign-world.ts';
import { hashSecret } from '../../features/device-identity/credential-service.ts';
import { deviceApi } from './device-api.ts';
import { signedPath } from './signed-files.ts';
import { aDevice, type Registered } from '../test-kit/test-gateway.ts';
import { deviceUploads } from '../../entities/devices/device-upload-table.ts';

let world: ForeignWorld;
let app: FastifyInstance;
let folder: string;
let sender: Registered;

beforeAll(async () => {
  world = await aForeignWorld();
  sender = await aDevice(world.db, world.senderCompanyId);
  folder = await mkdtemp(join(tmpdir(), 'sweepline-device-http-'));
  const files = createFileStore(pathToFileURL(folder).href);
  const api = deviceApi({
    ...{ db: world.db, files, now: () => new Date() },
    ...{ bus: localBus(() => {}), brokerFor: () => undefined },
  });
  app = Fastify();
  await app.register(api, { prefix: '/device/v1' });
});
afterAll(async () => {
  await app?.close();
  await world?.close();
  await rm(folder, { recursive: true, force: true });
});

const uploadOf = async (fileId: string) =>
  (
    await inScope(world.db, '*', (tx) =>
      tx.select().from(deviceUploads).where(eq(deviceUploads.fileId, fileId)),
    )
  )[0]!.id;

type Ids = { upload: string; file: string };
/** Every device call with an id in its path. */
const calls: Record<string, (ids: Ids) => { method: 'GET' | 'POST' | 'PUT'; url: string; payload?: Buffer }> =
  {
    'PUT uploads/:id/parts/:n': ({ upload }) => ({
      ...{ method: 'PUT', url: `/device/v1/uploads/${upload}/parts/1`, payload: Buffer.from('no') },
    }),
    'POST uploads/:id/complete': ({ upload }) => ({
      ...{ method: 'POST', url: `/device/v1/uploads/${upload}/complete` },
    }),
    'GET files/:id': ({ file }) => ({
      method: 'GET',
      url: signedPath({ sn: sender.sn, secretHash: hashSecret(sender.secret) }, file, Date.now()),
    }),
  };

const idsOf = {
  'another company': async () => ({
    upload: await uploadOf(world.ids.foreign.pushedFile),
    file: world.ids.foreign.pushedFile,
  }),
  'another device of its company': async () => ({
    upload: await uploadOf(world.ids.sibling.pushedFile),
    file: world.ids.sibling.pushedFile,
  }),
  'no record': async () => ({ upload: newId(), file: newId() }),
};

describe.each(Object.keys(calls))('%s', (name) => {
  it.each(Object.keys(idsOf) as (keyof typeof idsOf)[])(
    'refuses an id of %s in the same way and changes no row of others',
    async (owner) => {
      const before = await world.rowsOfOthers(sender.deviceId);
      const { payload, ...call } = calls[name]!(await idsOf[owner]());
      const answer = await app.inject({
        ...call,
        headers: {
          authorization: `Basic ${Buffer.from(`${sender.sn}:${sender.secret}`).toString('base64')}`,
          ...(payload && { 'content-type': 'application/octet-stream' }),
        },
        ...(payload && { payload }),
      });
      expect(answer.statusCode).toBe(404);
      expect(await world.rowsOfOthers(sender.deviceId)).toEqual(before);
    },
  );
});

it('the table contains every device call with an id in its path', () => {
  const withId = app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .filter((line) => line.includes(':id'));
  expect(withId.length).toBeGreaterThan(0);
  expect(Object.keys(calls)).toHaveLength(withId.filter((line) => /\((?:GET|POST|PUT)/.test(line)).length);
});

import { errors, fieldReasons, workOrderCalls, workOrderPictureCalls, fileCalls } from '@sweepline/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/runtime/ids.ts';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { removeUnusedFiles } from '../../remote/files/file-garbage-collection-service.ts';

const { addPictures: add, removePicture: remove } = workOrderPictureCalls;
const { mallAdmin, agentAdmin, otherAdmin } = people;
const server = testServer();

const photo = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '50/1 56/1 0/1' } })
    .toBuffer();
const upload = async (id: string, more: { clientId?: string; count?: number } = {}, who = mallAdmin) => {
  const content = await photo();
  const files = Object.fromEntries(
    Array.from({ length: more.count ?? 1 }, (_, n) => [`picture${n + 1}`, content] as const),
  );
  return await server.send(add, who, { id, clientId: more.clientId ?? newId() }, { files });
};

test('a picture is stored without the position of the camera, and the history says so', async () => {
  const { id } = await server.aWorkOrder();
  const { code, data } = await upload(id, { count: 2 });
  expect(code).toBe(200);
  expect(data.pictures).toMatchObject([
    { kind: 'WORK', width: 40, height: 30 },
    { kind: 'WORK', width: 40, height: 30 },
  ]);
  const answer = await server.answerOf(fileCalls.read, mallAdmin, { hash: data.pictures[0]!.file });
  const bytes = (answer as unknown as { rawPayload: Buffer }).rawPayload;
  expect(await sharp(bytes).metadata()).not.toHaveProperty('exif');
  const { events, pictures } = await server.ok(workOrderCalls.detail, mallAdmin, { id });
  expect(pictures).toHaveLength(2);
  expect(events[0]).toMatchObject({ kind: 'WORKED', changes: { pictures: '+2' } });
});

test('the same upload sent twenty times at once stores its picture once', async () => {
  const { id } = await server.aWorkOrder();
  const clientId = newId();
  const answers = await Promise.all(Array.from({ length: 20 }, () => upload(id, { clientId })));
  expect(new Set(answers.map(({ data }) => data.pictures[0]?.id)).size).toBe(1);
  const { events } = await server.ok(workOrderCalls.detail, mallAdmin, { id });
  expect(events.filter(({ kind }) => kind === 'WORKED')).toHaveLength(1);
});

test('an upload that is cut off stores nothing, and the same upload sent again whole stores its picture', async () => {
  const { id } = await server.aWorkOrder();
  const clientId = newId();
  const form = new FormData();
  form.set('id', id);
  form.set('clientId', clientId);
  form.set('picture1', new Blob([await photo()]), 'picture1');
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const cut = await server.app.inject({
    method: 'POST',
    url: `/api/${add.path}`,
    headers: {
      authorization: mallAdmin.token,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: body.subarray(0, body.length - 200),
  });
  expect(cut.json().code).toBe(errors.invalid.code);
  expect(await server.ok(workOrderCalls.detail, mallAdmin, { id })).toMatchObject({
    pictures: [],
    version: 1,
  });
  expect((await upload(id, { clientId })).data.pictures).toHaveLength(1);
});

test('a file that is no picture, and one that is too large, are refused at their field and nothing is stored', async () => {
  const { id } = await server.aWorkOrder();
  const refused = async (picture2: Uint8Array | string) =>
    await server.send(
      add,
      mallAdmin,
      { id, clientId: newId() },
      { files: { picture1: await photo(), picture2 } },
    );
  const wrong = await refused('<svg xmlns="http://www.w3.org/2000/svg"/>');
  expect(wrong.code).toBe(errors.fileFormat.code);
  expect(wrong.data).toMatchObject({ fields: { picture2: fieldReasons.PICTURE_FORMAT.en } });
  const large = await refused(new Uint8Array(1024 * 1024 + 1));
  expect(large.data).toMatchObject({ reasons: { picture2: { code: 'FILE_TOO_LARGE' } } });
  const fifth = { picture1: await photo(), picture5: await photo() };
  const many = await server.send(add, mallAdmin, { id, clientId: newId() }, { files: fifth });
  expect(many.data).toMatchObject({
    reasons: { picture5: { code: 'TOO_MANY_FILES', params: { max: 4 } } },
    fields: { picture5: 'At most 4 at a time' },
  });
  expect((await server.ok(workOrderCalls.detail, mallAdmin, { id })).pictures).toEqual([]);
});

test('a picture with more pixels than a side allows is refused before it is decoded', async () => {
  const { id } = await server.aWorkOrder();
  const wide = await sharp({ create: { width: 6_001, height: 1, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const answer = await server.send(add, mallAdmin, { id, clientId: newId() }, { files: { picture1: wide } });
  expect(answer.data).toMatchObject({ reasons: { picture1: { code: 'PICTURE_SIZE' } } });
});

test('only the uploader removes a picture, and only while the order is open', async () => {
  const { id } = await server.aWorkOrder();
  const { data } = await upload(id, { count: 2 });
  const [first, second] = data.pictures.map((picture) => picture.id);
  const byOther = await server.send(remove, agentAdmin, { id, pictureId: first });
  expect(byOther.data).toMatchObject({ reasons: { pictureId: { code: 'NOT_UPLOADER' } } });
  expect((await server.send(remove, otherAdmin, { id, pictureId: first })).code).toBe(errors.notFound.code);
  const left = await server.ok(remove, mallAdmin, { id, pictureId: first! });
  expect(left.pictures.map((picture) => picture.id)).toEqual([second]);
  await server.asOwner((sql) => sql`update work_orders set state = 'RESOLVED' where id = ${id}`);
  expect((await server.send(remove, mallAdmin, { id, pictureId: second })).code).toBe(errors.orderState.code);
  expect((await upload(id)).code).toBe(errors.orderState.code);
});

test('the bytes of a removed picture are collected, those of another order stay', async () => {
  const [one, two] = [await server.aWorkOrder(), await server.aWorkOrder()];
  const gone = (await upload(one.id)).data.pictures[0]!;
  const stored = (await upload(two.id)).data.pictures[0]!;
  await server.ok(remove, mallAdmin, { id: one.id, pictureId: gone.id });
  server.clock.advance(2 * 86_400_000);
  await removeUnusedFiles(server.db, server.files, server.clock);
  const rows = await server.asOwner((sql) => sql`select id from files where kind = 'WORK_ORDER_PICTURE'`);
  expect(rows.map((row) => row['id'])).toEqual([stored.file]);
});

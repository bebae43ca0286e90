import { truncate, writeFile } from 'node:fs/promises';
import { errors, fileCalls, noticeCalls, reportCalls, urlOf } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { inScope } from '../../../platform/db/db.ts';
import { storeFile } from '../../../platform/files/files.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const server = testServer();

const aFile = (content: Buffer) =>
  inScope(server.db, '*', (tx) =>
    storeFile(tx, server.files, server.clock, {
      companyId: companyIds.mall,
      kind: 'MAP_GRID',
      name: 'floor.png',
      mediaType: 'image/png',
      content,
    }),
  );
const read = (id: string) =>
  server.app.inject({
    url: urlOf({ ...fileCalls.read, path: fileCalls.read.path.replace(':hash', id) }),
    headers: { authorization: people.mallAdmin.token, lang: 'en' },
  });

test('a short and a missing file are answered with one sentence, without a path of the server', async () => {
  const [short, missing] = [
    await aFile(Buffer.from('a short floor')),
    await aFile(Buffer.from('a lost floor')),
  ];
  await truncate(server.pathOfFile(short.sha256), 5);
  await server.files.remove(missing.sha256, -60_000);
  for (const { id } of [short, missing]) {
    const answer = await read(id);
    expect(answer.json()).toMatchObject({ code: errors.fileDamaged.code, msg: errors.fileDamaged.texts.en });
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
    expect(answer.body).not.toContain('sweepline-files');
  }
  expect(server.faults).toHaveLength(2);
});

test('a report whose trajectory file is missing opens with the path of the stream', async () => {
  const file = await aFile(Buffer.from('a trajectory'));
  const { id } = await server.aReport({ trajectoryFileId: file.id });
  await server.files.remove(file.sha256, -60_000);
  expect((await server.ok(reportCalls.detail, people.mallAdmin, { id })).id).toBe(id);
  expect((await server.ok(reportCalls.path, people.mallAdmin, { id })).source).toBe('STREAM');
});

test('a missing, a short and a changed file are each reported to the provider once, however often they are read', async () => {
  server.clock.advance(3_600_000);
  const contents = ['a lost map', 'a short map', 'a changed map'];
  const [lost, short, changed] = await Promise.all(contents.map((content) => aFile(Buffer.from(content))));
  await server.files.remove(lost!.sha256, -60_000);
  await truncate(server.pathOfFile(short!.sha256), 5);
  await writeFile(server.pathOfFile(changed!.sha256), 'A changed map');
  const files = [lost!, short!, changed!];
  // The connection of changed content is cut before its last bytes.
  for (const { id } of [...files, ...files]) await read(id).catch(() => undefined);
  const notices = () => server.ok(noticeCalls.systemList, people.superAdmin, {});
  await eventually(async () => (await notices()).total === 3, 'three notices');
  for (const { id } of files) await read(id).catch(() => undefined);
  await server.db.writers.flush();
  const { list } = await notices();
  expect(list).toHaveLength(3);
  for (const { sha256 } of files)
    expect(
      list.filter(({ content }) => content.includes(sha256) && content.includes('floor.png')),
    ).toHaveLength(1);
  expect((await server.ok(noticeCalls.systemList, people.mallAdmin, {})).total).toBe(0);
});

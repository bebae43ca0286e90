import { truncate } from 'node:fs/promises';
import { errors, fileCalls, reportCalls, urlOf } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { inScope } from '../../platform/db/db.ts';
import { storeFile } from '../../platform/files/files.ts';
import { companyIds, people } from '../../test-kit/index.ts';
import { testServer } from '../../test-kit/test-server.ts';

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

import { createHash, randomBytes } from 'node:crypto';
import {
  errors,
  fileIdHeader,
  managedFileCalls,
  tusPath,
  uploadCalls,
  auditCalls,
} from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';
import { removeUnusedFiles } from './file-garbage-collection-service.ts';

const dayMs = 86_400_000;
// The sessions outlive the days that the tests wait.
const server = ownTestServer({ sessions: { idleMs: 7 * dayMs, absoluteMs: 30 * dayMs } });

type Person = { token: string };
type Extra = { headers?: Record<string, string>; payload?: Buffer };

const tus = (
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
  url: string,
  person: Person,
  { headers = {}, ...body }: Extra = {},
) =>
  server.app.inject({
    method,
    url,
    headers: { authorization: person.token, lang: 'en', 'tus-resumable': '1.0.0', ...headers },
    ...body,
  });

const base64 = (text: string) => Buffer.from(text).toString('base64');
const metadata = (pairs: Record<string, string>) =>
  Object.entries(pairs)
    .map(([key, value]) => `${key} ${base64(value)}`)
    .join(',');

const create = (person: Person, bytes: number, pairs: Record<string, string> = {}) =>
  tus('POST', tusPath, person, {
    headers: {
      'upload-length': String(bytes),
      'upload-metadata': metadata({ purpose: 'FILE', filename: 'floor.zip', ...pairs }),
    },
  });
const begin = async (person: Person, bytes: number, pairs: Record<string, string> = {}) => {
  const answer = await create(person, bytes, pairs);
  expect(answer.statusCode).toBe(201);
  return String(answer.headers.location);
};
const append = (person: Person, url: string, offset: number, payload: Buffer) =>
  tus('PATCH', url, person, {
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    payload,
  });
const offsetOf = async (person: Person, url: string) =>
  Number((await tus('HEAD', url, person)).headers['upload-offset']);
const listed = async () => (await server.ok(managedFileCalls.list, people.mallAdmin, {})).list;

test('a file that arrives in two parts is listed with its hashes, size, label and uploader', async () => {
  const content = randomBytes(5_000);
  const url = await begin(people.mallAdmin, 5_000, { label: 'maps', remarks: 'ground floor' });
  expect((await append(people.mallAdmin, url, 0, content.subarray(0, 3_000))).statusCode).toBe(204);
  expect(await listed()).toEqual([]);
  const last = await append(people.mallAdmin, url, 3_000, content.subarray(3_000));
  expect(last.headers['upload-offset']).toBe('5000');
  const [file] = await listed();
  expect(file).toMatchObject({
    name: 'floor.zip',
    format: 'zip',
    bytes: 5_000,
    label: 'maps',
    remarks: 'ground floor',
    companyId: companyIds.mall,
    md5: createHash('md5').update(content).digest('hex'),
    sha256: createHash('sha256').update(content).digest('hex'),
    path: `file/${String(last.headers[fileIdHeader])}`,
  });
  expect(file?.uploader).not.toBe('');
});

test('the offset survives, and a request for another offset is refused with 409 and adds nothing', async () => {
  const content = randomBytes(300);
  const url = await begin(people.mallAdmin, 300);
  await append(people.mallAdmin, url, 0, content.subarray(0, 100));
  expect(await offsetOf(people.mallAdmin, url)).toBe(100);
  for (const offset of [0, 50, 200]) {
    const answer = await append(people.mallAdmin, url, offset, content.subarray(0, 50));
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: errors.uploadOffset.code,
      msg: errors.uploadOffset.texts.en,
    });
  }
  expect(await offsetOf(people.mallAdmin, url)).toBe(100);
  await append(people.mallAdmin, url, 100, content.subarray(100));
  expect((await listed())[0]?.md5).toBe(createHash('md5').update(content).digest('hex'));
});

test('of two requests that send the same part at once, one is stored', async () => {
  const content = randomBytes(200_000);
  const url = await begin(people.mallAdmin, content.length + 1);
  const answers = await Promise.all([
    append(people.mallAdmin, url, 0, content),
    append(people.mallAdmin, url, 0, content),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409]);
  expect(await offsetOf(people.mallAdmin, url)).toBe(content.length);
});

test('more bytes than announced, and a file above the limit, are refused with 413', async () => {
  const url = await begin(people.mallAdmin, 10);
  expect((await append(people.mallAdmin, url, 0, randomBytes(11))).statusCode).toBe(413);
  expect(await offsetOf(people.mallAdmin, url)).toBe(0);
  expect((await create(people.mallAdmin, 5 * 1024 ** 3)).statusCode).toBe(413);
});

test('an upload beyond the storage of the company is refused and says how much is left', async () => {
  const { fileId } = await server.aManagedFile();
  await server.asOwner((sql) => sql`update files set bytes = ${1000 * 1024 ** 2} where id = ${fileId}`);
  const answer = await create(people.mallAdmin, 30 * 1024 ** 2);
  expect(answer.statusCode).toBe(413);
  expect(answer.json().msg).toBe(errors.quotaExceeded.texts.en.replace('{free}', '24.00 MB'));
  expect((await create(people.otherAdmin, 30 * 1024 ** 2)).statusCode).toBe(201);
});

test('an announced upload uses no storage, and a part that no longer fits is refused', async () => {
  const [first, second] = [
    await begin(people.mallAdmin, 1000 * 1024 ** 2),
    await begin(people.mallAdmin, 1000 * 1024 ** 2),
  ];
  expect((await append(people.mallAdmin, first, 0, randomBytes(100))).statusCode).toBe(204);
  await server.asOwner(
    (sql) => sql`update file_uploads set received_bytes = ${1024 ** 3 - 50} where received_bytes = 100`,
  );
  const answer = await append(people.mallAdmin, second, 0, randomBytes(100));
  expect(answer.statusCode).toBe(413);
  expect(answer.json().code).toBe(errors.quotaExceeded.code);
  expect(await offsetOf(people.mallAdmin, second)).toBe(0);
  expect((await append(people.mallAdmin, second, 0, randomBytes(50))).statusCode).toBe(204);
});

test('only the provider uploads software packages, because no other company can use them', async () => {
  const purpose = { purpose: 'OTA_PACKAGE' };
  expect((await create(people.superAdmin, 10, purpose)).statusCode).toBe(201);
  for (const person of [people.mallAdmin, people.agentAdmin])
    expect((await create(person, 10, purpose)).statusCode).toBe(403);
});

test('an upload of another account or company is answered like a missing one', async () => {
  const url = await begin(people.mallAdmin, 100);
  for (const person of [people.otherAdmin, people.superAdmin]) {
    expect((await tus('HEAD', url, person)).statusCode).toBe(404);
    expect((await append(person, url, 0, randomBytes(10))).statusCode).toBe(404);
    expect((await tus('DELETE', url, person)).statusCode).toBe(404);
  }
  expect((await tus('HEAD', `${tusPath}/nonsense`, people.mallAdmin)).statusCode).toBe(404);
  expect(await offsetOf(people.mallAdmin, url)).toBe(0);
});

test('an account without the permission for the purpose, and a caller without a session, are refused', async () => {
  expect((await create(people.bare, 10)).statusCode).toBe(403);
  expect((await create({ token: 'nonsense' }, 10)).statusCode).toBe(401);
  expect((await create(people.mallAdmin, 10, { purpose: 'MAP_GRID' })).statusCode).toBe(400);
  expect(
    (await tus('POST', tusPath, people.mallAdmin, { headers: { 'tus-resumable': '0.2.2' } })).statusCode,
  ).toBe(412);
});

test('open uploads are listed until they end; an ended one can be neither continued nor canceled', async () => {
  const open = () => server.ok(uploadCalls.list, people.mallAdmin, { purpose: 'FILE' });
  const [first, second] = [await begin(people.mallAdmin, 10), await begin(people.mallAdmin, 20)];
  await append(people.mallAdmin, second, 0, randomBytes(5));
  expect((await open()).list).toMatchObject([{ bytes: 20, receivedBytes: 5 }, { bytes: 10 }]);
  expect((await tus('DELETE', second, people.mallAdmin)).statusCode).toBe(204);
  expect((await tus('HEAD', second, people.mallAdmin)).statusCode).toBe(404);
  await append(people.mallAdmin, first, 0, randomBytes(10));
  expect((await open()).list).toEqual([]);
  expect((await tus('DELETE', first, people.mallAdmin)).statusCode).toBe(404);
  expect(await listed()).toHaveLength(1);
});

test('an upload without a part for a day ends, and each part begins the day again', async () => {
  const url = await begin(people.mallAdmin, 20);
  server.clock.advance(dayMs - 1_000);
  await append(people.mallAdmin, url, 0, randomBytes(10));
  server.clock.advance(dayMs - 1_000);
  expect(await offsetOf(people.mallAdmin, url)).toBe(10);
  server.clock.advance(2_000);
  expect((await tus('HEAD', url, people.mallAdmin)).statusCode).toBe(404);
  await removeUnusedFiles(server.db, server.files, server.clock);
  const rows = await server.asOwner((sql) => sql`select id from file_uploads`);
  expect(rows).toHaveLength(0);
});

test('a file without bytes is complete at once', async () => {
  const answer = await create(people.mallAdmin, 0);
  expect(answer.headers[fileIdHeader]).toBeDefined();
  expect(await listed()).toMatchObject([{ bytes: 0, md5: 'd41d8cd98f00b204e9800998ecf8427e' }]);
});

test('an upload whose server died before it joined the parts is finished by the next question about it', async () => {
  const url = await begin(people.mallAdmin, 10);
  await append(people.mallAdmin, url, 0, randomBytes(10));
  await server.asOwner(async (sql) => {
    await sql`update file_uploads set file_id = null`;
    await sql`delete from managed_files`;
  });
  const answer = await tus('HEAD', url, people.mallAdmin);
  expect(answer.headers[fileIdHeader]).toBeDefined();
  const again = await tus('HEAD', url, people.mallAdmin);
  expect(again.headers[fileIdHeader]).toBe(answer.headers[fileIdHeader]);
  expect(await listed()).toHaveLength(1);
});

test('the audit names who began, finished and canceled an upload', async () => {
  const [done, canceled] = [await begin(people.mallAdmin, 3), await begin(people.mallAdmin, 3)];
  await append(people.mallAdmin, done, 0, randomBytes(3));
  await tus('DELETE', canceled, people.mallAdmin);
  const { list } = await server.ok(auditCalls.list, people.superAdmin, {});
  expect(list.map(({ action, record }) => [action, record?.name])).toEqual([
    ['Cancelled upload', 'floor.zip'],
    ['Uploaded file', 'floor.zip'],
    ['Started upload', 'floor.zip'],
    ['Started upload', 'floor.zip'],
  ]);
});

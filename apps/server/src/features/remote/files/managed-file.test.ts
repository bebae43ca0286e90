import { randomBytes } from 'node:crypto';
import { auditCalls, errors, managedFileCalls } from '@sweepline/contract';
import { parse } from 'content-disposition';
import { expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { storeFile } from '../../../platform/files/files.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { removeUnusedFiles } from './file-garbage-collection-service.ts';

const { list, detail, update, remove, download, usage } = managedFileCalls;
const dayMs = 86_400_000;
const server = testServer();
const { mallAdmin, agentAdmin, otherAdmin, superAdmin } = people;

const fetchFrom = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { lang: 'en', ...headers } });

test('the list is filtered by tag, format, company and text, and sorted by size', async () => {
  await server.aManagedFile({ name: 'a.pdf', content: Buffer.alloc(10) });
  await server.aManagedFile({ name: 'b.zip', format: 'zip', label: 'voice', content: Buffer.alloc(30) });
  await server.aManagedFile({ name: 'c.pdf', remarks: 'Voice of 2029', content: Buffer.alloc(20) });
  await server.aManagedFile({ name: 'd.pdf', companyId: companyIds.other });
  const names = async (input: object) =>
    (await server.ok(list, mallAdmin, { sort: 'bytes', ...input })).list.map(({ name }) => name);
  expect(await names({})).toEqual(['a.pdf', 'c.pdf', 'b.zip']);
  expect(await names({ label: 'voice' })).toEqual(['b.zip']);
  expect(await names({ format: 'pdf' })).toEqual(['a.pdf', 'c.pdf']);
  expect(await names({ keyword: 'voice' })).toEqual(['c.pdf', 'b.zip']);
  const { list: all } = await server.ok(list, superAdmin, { companyId: companyIds.other });
  expect(all.map(({ name, companyName }) => [name, companyName])).toEqual([['d.pdf', 'Other']]);
  expect(await server.ok(usage, mallAdmin, {})).toMatchObject({
    labels: ['manuals', 'voice'],
    formats: ['pdf', 'zip'],
    usedBytes: 60,
  });
});

test('the uploader is named to those who see the account, and to no other reader', async () => {
  const { id } = await server.aManagedFile({ uploadedById: people.superAdmin.id });
  expect((await server.ok(detail, mallAdmin, { id })).uploader).toBe('');
  expect((await server.ok(detail, superAdmin, { id })).uploader).not.toBe('');
});

test('tag and remarks are changed on the version that was read, also by a company above', async () => {
  const { id } = await server.aManagedFile();
  const change = { id, version: 1, label: 'guides', remarks: 'second edition' };
  expect(await server.ok(update, agentAdmin, change)).toMatchObject({ label: 'guides', version: 2 });
  expect((await server.send(update, mallAdmin, change)).code).toBe(errors.outdated.code);
  expect((await server.send(update, otherAdmin, { ...change, version: 2 })).code).toBe(errors.notFound.code);
});

test('a deleted file is gone, and its bytes are removed unless another file has the same', async () => {
  const [content, other] = [randomBytes(100), randomBytes(100)];
  const first = await server.aManagedFile({ content });
  await server.aManagedFile({ content, companyId: companyIds.other });
  const alone = await server.aManagedFile({ content: other });
  const hashes = [(await server.ok(detail, mallAdmin, { id: first.id })).sha256];
  hashes.push((await server.ok(detail, mallAdmin, { id: alone.id })).sha256);
  for (const { id } of [first, alone]) await server.ok(remove, mallAdmin, { id });
  expect((await server.ok(list, mallAdmin, {})).total).toBe(0);
  const rows = await server.asOwner((sql) => sql`select sha256 from files where sha256 = any(${hashes})`);
  expect(rows.map(({ sha256 }) => sha256)).toEqual([hashes[0]]);
});

test('a download address works for ten minutes and in ranges, without a session', async () => {
  const content = randomBytes(1_000);
  const { id } = await server.aManagedFile({ content, name: 'Handbuch für J30.pdf' });
  const { url } = await server.ok(download, mallAdmin, { id });
  const whole = await fetchFrom(url);
  expect(whole.rawPayload).toEqual(content);
  expect(whole.headers['content-disposition']).toContain(encodeURIComponent('Handbuch für J30.pdf'));
  // A kept answer would outlive the ten minutes.
  expect(whole.headers['cache-control']).toBe('no-store');
  const part = await fetchFrom(url, { range: 'bytes=990-' });
  expect([part.statusCode, part.rawPayload]).toEqual([206, content.subarray(990)]);
  server.clock.advance(10 * 60_000 + 2_000);
  expect((await fetchFrom(url)).json().code).toBe(errors.notFound.code);
});

test.each([
  ["Hall 3 – Li's map *new*.pdf", `attachment; filename="Hall 3 ? Li's map *new*.pdf"; filename*=UTF-8''`],
  ["Li's map (1)*.pdf", `attachment; filename="Li's map (1)*.pdf"`],
  ['100%41.pdf', `attachment; filename=100%41.pdf; filename*=UTF-8''100%2541.pdf`],
  ['a"b\\c.pdf', 'attachment; filename="a\\"b\\\\c.pdf"'],
  ['大厅.pdf', 'attachment; filename="??.pdf"; filename*=UTF-8\'\'%E5%A4%A7%E5%8E%85.pdf'],
])('a download is saved as %s', async (name, header) => {
  const { id } = await server.aManagedFile({ name });
  const { url } = await server.ok(download, mallAdmin, { id });
  const { headers } = await fetchFrom(url);
  const value = String(headers['content-disposition']);
  expect(value.startsWith(header), value).toBe(true);
  expect(parse(value).parameters['filename']).toBe(name);
});

test('a download address ends with the rights of its account, and a changed one is refused', async () => {
  const { id } = await server.aManagedFile();
  const { url } = await server.ok(download, agentAdmin, { id });
  // The last character has bits that do not count, the one before has none.
  const [start, before, last] = [url.slice(0, -2), url.at(-2), url.at(-1)];
  const changed = `${start}${before === 'A' ? 'B' : 'A'}${last}`;
  expect((await fetchFrom(changed)).json().code).toBe(errors.notFound.code);
  await server.asOwner((sql) => sql`update accounts set disabled = true where id = ${agentAdmin.id}`);
  expect((await fetchFrom(url)).json().code).toBe(errors.notFound.code);
  expect((await server.send(download, otherAdmin, { id })).code).toBe(errors.notFound.code);
});

test('the audit says who downloaded which file', async () => {
  const { id } = await server.aManagedFile({ name: 'secret plan.pdf' });
  await server.ok(download, agentAdmin, { id });
  const { list: entries } = await server.ok(auditCalls.list, superAdmin, {});
  expect(entries[0]).toMatchObject({
    action: 'Downloaded file',
    account: { id: agentAdmin.id },
    record: { id, name: 'secret plan.pdf' },
  });
});

test('the cleanup keeps files of people, and for 90 days a robot’s file without an entry', async () => {
  const managed = await server.aManagedFile();
  const pulled = await inScope(server.db, '*', (tx) =>
    storeFile(tx, server.files, server.clock, {
      companyId: companyIds.mall,
      kind: 'FILE',
      name: 'x',
      mediaType: 'x/x',
      content: randomBytes(10),
    }),
  );
  const remaining = async () => {
    await removeUnusedFiles(server.db, server.files, server.clock);
    const rows = await server.asOwner((sql) => sql`select id from files`);
    return [managed.fileId, pulled.id].map((id) => rows.some((row) => row['id'] === id));
  };
  server.clock.advance(89 * dayMs);
  expect(await remaining()).toEqual([true, true]);
  server.clock.advance(2 * dayMs);
  expect(await remaining()).toEqual([true, false]);
});

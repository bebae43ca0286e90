import { tusPath, uploadLimits } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { fakeUploads } from '../../test-kit/fake-uploads.ts';
import { uploadMemory } from './upload-memory.ts';
import { cancelUpload, runUpload, type NewFileUpload } from './upload-run.ts';

/** A file of a size, without its bytes in memory. */
function aFile(name: string, size: number): File {
  const file = new File([], name, { lastModified: 1 });
  Object.defineProperty(file, 'size', { value: size });
  file.slice = (start = 0, end = size) =>
    Object.defineProperty(new Blob(), 'size', { value: Math.min(end, size) - start });
  return file;
}
const anUpload = (name: string, size: number): NewFileUpload => ({
  file: aFile(name, size),
  purpose: 'FILE',
});
const options = (accountId = 'wei') => ({
  accountId,
  token: 'token',
  signal: new AbortController().signal,
  onProgress: () => {},
  wait: () => Promise.resolve(),
});
const patches = (requests: { method: string; offset: number; bytes: number }[]) =>
  requests.filter(({ method }) => method === 'PATCH').map(({ offset, bytes }) => [offset, bytes]);

const large = uploadLimits.directBytes + 10;
const part = uploadLimits.partBytes;

test('a small file is sent in one request, a large one in parts', async () => {
  const server = fakeUploads();
  expect(await runUpload(anUpload('small', 1_000), options())).toBe('file-1');
  expect(patches(server.requests)).toEqual([[0, 1_000]]);
  await runUpload(anUpload('large', large), options());
  expect(patches(server.requests).slice(1)).toEqual([
    [0, part],
    [part, part],
    [2 * part, part],
    [3 * part, part],
    [4 * part, 10],
  ]);
});

test('an interrupted part continues with what did not arrive', async () => {
  const server = fakeUploads();
  server.faults.push('cut');
  await runUpload(anUpload('cut', 1_000), options());
  expect(patches(server.requests)).toEqual([
    [0, 1_000],
    [500, 500],
  ]);
});

test.each(['network', 409, 423, 429, 503] as const)(
  '%s keeps the upload and repeats the part',
  async (fault) => {
    const server = fakeUploads();
    server.faults.push(fault);
    expect(await runUpload(anUpload(`fault ${fault}`, 10), options())).toBe('file-1');
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'HEAD', 'PATCH']);
  },
);

test.each([401, 403, 413, 507] as const)('%i ends the upload at once', async (fault) => {
  const server = fakeUploads();
  server.faults.push(fault);
  await expect(runUpload(anUpload(`end ${fault}`, 10), options())).rejects.toThrow();
  expect(patches(server.requests)).toHaveLength(1);
});

test('an upload without progress fails after a number of attempts, and continues when it is started again', async () => {
  const server = fakeUploads();
  server.faults.push(...Array<'network'>(8).fill('network'));
  const upload = anUpload('stuck', 10);
  await expect(runUpload(upload, options())).rejects.toThrow();
  expect(await runUpload(upload, options())).toBe('file-1');
  expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('the same file is continued by its account, and begun again for another one', async () => {
  const server = fakeUploads();
  const upload = anUpload('shared', 100);
  server.uploads.set('7', { name: '', bytes: 100, received: 60 });
  uploadMemory.keep({ accountId: 'wei', purpose: 'FILE', file: upload.file }, `${tusPath}/7`);
  expect(await runUpload(upload, options('li'))).toBe('file-1');
  expect(await runUpload(upload, options('wei'))).toBe('file-7');
  expect(patches(server.requests)).toEqual([
    [0, 100],
    [60, 40],
  ]);
});

test('an upload that the server no longer has begins again', async () => {
  const server = fakeUploads();
  const upload = anUpload('gone', 100);
  uploadMemory.keep({ accountId: 'wei', purpose: 'FILE', file: upload.file }, `${tusPath}/99`);
  expect(await runUpload(upload, options())).toBe('file-1');
  expect(server.uploads.size).toBe(1);
});

test('a canceled upload ends at the server and is not continued later', async () => {
  const server = fakeUploads();
  server.faults.push(413);
  const upload = anUpload('canceled', 100);
  await expect(runUpload(upload, options())).rejects.toThrow();
  await cancelUpload(upload, 'wei', 'token');
  expect(server.uploads.size).toBe(0);
  await cancelUpload(upload, 'wei', 'token');
});

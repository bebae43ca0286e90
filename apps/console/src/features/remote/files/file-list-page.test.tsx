import {
  managedFileCalls,
  permissions,
  uploadCalls,
  type ManagedFile,
  type OpenUpload,
} from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, renderPage, userWith } from '../../../test-kit/index.ts';
import { fakeUploads } from '../../../test-kit/fake-uploads.ts';
import { uploadQueue } from '../../../shared/uploads/upload-queue.ts';
import { FileListPage } from './file-list-page.tsx';

const manual: ManagedFile = {
  id: '01900000-0000-7000-8000-0000000000f1',
  companyId: '01900000-0000-7000-8000-0000000000c1',
  companyName: 'Mall',
  name: 'manual.pdf',
  bytes: 1_572_864,
  md5: '0cc175b9c0f1b6a831c399e269772661',
  sha256: 'ab'.repeat(32),
  path: 'file/01900000-0000-7000-8000-0000000000f2',
  format: 'pdf',
  label: 'manuals',
  remarks: 'for the night shift',
  uploader: 'Wei',
  uploadedAt: '2030-01-01T00:00:00.000Z',
  updatedAt: '2030-01-01T00:00:00.000Z',
  version: 3,
};

beforeEach(() => {
  for (const { id } of uploadQueue.get()) uploadQueue.dismiss(id);
});

function world({ files = [manual], open = [] }: { files?: ManagedFile[]; open?: OpenUpload[] } = {}) {
  const server = fakeServer();
  server.on(managedFileCalls.list, () => ({ list: files, total: files.length }));
  server.on(managedFileCalls.usage, () => ({
    labels: ['manuals'],
    formats: ['pdf'],
    usedBytes: 1_572_864,
    maxBytes: 1024 ** 3,
  }));
  server.on(managedFileCalls.update, () => manual);
  server.on(managedFileCalls.remove, () => ({}));
  server.on(uploadCalls.list, () => ({ list: open }));
  return server;
}

test('a file is listed with its size in steps of 1024, MD5, tag and remarks, beside the used storage', async () => {
  world();
  renderPage(<FileListPage />);
  expect(await screen.findByText('manual.pdf')).toBeTruthy();
  for (const text of ['1.5 MB', manual.md5, 'for the night shift', '1.5 MB of 1 GB used'])
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
});

test('tag and remarks are changed on the version that was read; a deletion names the file and is confirmed', async () => {
  const server = world();
  renderPage(<FileListPage />);
  await userEvent.click(await screen.findByLabelText('More actions for manual.pdf'));
  await userEvent.click(await screen.findByText('Edit'));
  const tag = await screen.findByDisplayValue('manuals');
  await userEvent.clear(tag);
  await userEvent.type(tag, 'guides');
  await userEvent.click(screen.getByText('Save', { selector: '.ant-modal button span' }));
  await waitFor(() =>
    expect(server.sentTo(managedFileCalls.update)).toEqual([
      { id: manual.id, version: 3, label: 'guides', remarks: 'for the night shift' },
    ]),
  );
  await userEvent.click(screen.getByLabelText('More actions for manual.pdf'));
  await userEvent.click(await screen.findByText('Delete'));
  expect(await screen.findByText('Delete manual.pdf?')).toBeTruthy();
  expect(server.sentTo(managedFileCalls.remove)).toEqual([]);
});

test('chosen files are uploaded in the background with their tag, and the list is read again', async () => {
  const server = world({ files: [] });
  const uploads = fakeUploads();
  renderPage(<FileListPage />);
  await userEvent.click((await screen.findAllByText('Upload files'))[0]!);
  const [field] = await screen.findAllByLabelText('Choose files', { selector: 'input' });
  await userEvent.upload(field!, [new File(['abc'], 'voice.zip')]);
  await userEvent.type(screen.getByLabelText('Tag', { selector: 'input[id=file-label]' }), 'voices');
  await userEvent.click(screen.getByText('Upload 1 file'));
  expect(await screen.findByText(/uploaded/)).toBeTruthy();
  const [stored] = uploads.uploads.values();
  expect(stored?.name).toContain(`label ${btoa('voices')}`);
  await waitFor(() => expect(server.sentTo(managedFileCalls.list).length).toBeGreaterThan(1));
});

test('an upload interrupted by a reload waits for its file and continues where the server is', async () => {
  const open = {
    id: '9',
    purpose: 'FILE' as const,
    name: 'voice.zip',
    bytes: 4,
    receivedBytes: 1,
    createdAt: manual.updatedAt,
    expiresAt: manual.updatedAt,
  };
  world({ open: [open] });
  const { uploads, requests } = fakeUploads();
  uploads.set('9', { name: '', bytes: 4, received: 1 });
  renderPage(<FileListPage />);
  expect(await screen.findByText(/interrupted, waits for its file/)).toBeTruthy();
  const field = screen.getByLabelText('Choose voice.zip again', { selector: 'input' });
  await userEvent.upload(field, new File(['longer'], 'voice.zip'));
  expect(requests).toEqual([]);
  await userEvent.upload(field, new File(['abcd'], 'voice.zip'));
  expect(await screen.findByText(/· uploaded/)).toBeTruthy();
  expect(requests.map(({ method, offset, bytes }) => [method, offset, bytes])).toEqual([
    ['HEAD', 0, 0],
    ['PATCH', 1, 3],
  ]);
});

test('a person who may only read neither uploads nor changes', async () => {
  world();
  renderPage(<FileListPage />, '/', userWith(permissions.files));
  expect(await screen.findByText('manual.pdf')).toBeTruthy();
  expect(screen.queryByText('Upload files')).toBeNull();
  expect(screen.queryByLabelText('More actions for manual.pdf')).toBeNull();
  expect(screen.getByLabelText('Download manual.pdf')).toBeTruthy();
});

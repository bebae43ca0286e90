import {
  deviceCalls,
  fileTransferCalls,
  managedFileCalls,
  permissions,
  uploadCalls,
  type FileTransfer,
  type ManagedFile,
} from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aDevice } from '../../../../test-kit/a-device.ts';
import { fakeServer, renderPage, userWith } from '../../../../test-kit/index.ts';
import { FileListPage } from '../file-list-page.tsx';

const id = (n: number) => `01900000-0000-7000-8000-0000000000${n}`;
const manual: ManagedFile = {
  id: id(11),
  companyId: id(12),
  companyName: 'Mall',
  name: 'manual.pdf',
  bytes: 1_572_864,
  md5: '',
  sha256: 'ab'.repeat(32),
  path: 'file/x',
  format: 'pdf',
  label: '',
  remarks: '',
  uploader: 'Wei',
  uploadedAt: '2030-01-01T00:00:00.000Z',
  updatedAt: '2030-01-01T00:00:00.000Z',
  version: 1,
};
const transfer: FileTransfer = {
  id: id(13),
  direction: 'PUSH',
  companyId: id(12),
  device: { id: id(14), nickname: 'Otter', sn: 'J30-1', model: 'J30' },
  fileId: manual.id,
  fileName: 'manual.pdf',
  path: '/data/import/manual.pdf',
  state: 'PAUSED',
  phase: 'PAUSED',
  pct: 40,
  bytesDone: 40,
  bytesTotal: 100,
  code: '',
  waits: [{ for: 'MOBILE_DATA' }],
  by: 'wei',
  createdAt: '2030-01-01T00:00:00.000Z',
  endedAt: null,
};

function world(transfers: FileTransfer[] = [transfer]) {
  const server = fakeServer();
  server.on(managedFileCalls.list, () => ({ list: [manual], total: 1 }));
  server.on(managedFileCalls.usage, () => ({ labels: [], formats: [], usedBytes: 0, maxBytes: 1 }));
  server.on(uploadCalls.list, () => ({ list: [] }));
  const otter = aDevice({ id: id(14), nickname: 'Otter' });
  // It transfers no files.
  const plain = aDevice({ id: id(15), nickname: 'Cart', model: 'PLAIN' });
  server.on(deviceCalls.list, () => ({ list: [otter, plain], total: 2 }));
  server.on(fileTransferCalls.list, () => ({ list: transfers, total: transfers.length }));
  server.on(fileTransferCalls.push, () => ({ transfers }));
  server.on(fileTransferCalls.pull, () => ({ transfers }));
  server.on(fileTransferCalls.resume, () => transfer);
  return server;
}
const inDialog = (text: string) => screen.getByText(text, { selector: '.ant-modal button span' });

test('a file is sent to the chosen robots, and the transfer is shown with what it waits for', async () => {
  const server = world();
  renderPage(<FileListPage />);
  await userEvent.click(await screen.findByLabelText('More actions for manual.pdf'));
  await userEvent.click(await screen.findByText('Send to robots'));
  await userEvent.click(await screen.findByText('Otter'));
  expect(screen.queryByText('Cart')).toBeNull();
  await userEvent.click(inDialog('Send to robots'));
  await waitFor(() =>
    expect(server.sentTo(fileTransferCalls.push)).toMatchObject([
      { fileId: manual.id, deviceIds: [id(14)], targetPath: '/data/import/manual.pdf' },
    ]),
  );
  expect(await screen.findByText('Waits for: Wi-Fi, because it is larger than 100 MB')).toBeTruthy();
  await userEvent.click(await screen.findByText('Continue over mobile data'));
  await waitFor(() =>
    expect(server.sentTo(fileTransferCalls.resume)).toEqual([{ id: transfer.id, allowMobileData: true }]),
  );
});

test('a file is fetched from a robot by its path', async () => {
  const server = world([{ ...transfer, state: 'FAILED', code: 'NO_FILES', waits: [], direction: 'PULL' }]);
  renderPage(<FileListPage />);
  await userEvent.click(await screen.findByText('Fetch from robots'));
  await userEvent.click(await screen.findByText('Otter'));
  await userEvent.type(screen.getByPlaceholderText('/data/export/report.csv'), '/data/export/a.csv');
  await userEvent.click(inDialog('Fetch'));
  await waitFor(() =>
    expect(server.sentTo(fileTransferCalls.pull)).toMatchObject([
      { deviceIds: [id(14)], path: '/data/export/a.csv' },
    ]),
  );
  expect(await screen.findByText('No downloadable files')).toBeTruthy();
});

test('without the permissions nothing can be sent or fetched', async () => {
  world();
  renderPage(<FileListPage />, '/', userWith(permissions.files));
  expect(await screen.findByText('Transfers')).toBeTruthy();
  expect(screen.queryByText('Fetch from robots')).toBeNull();
  await userEvent.click(screen.getByText('Transfers'));
  expect(await screen.findByText('Paused')).toBeTruthy();
  expect(screen.queryByText('Continue over mobile data')).toBeNull();
});

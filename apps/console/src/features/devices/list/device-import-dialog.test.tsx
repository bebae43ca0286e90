import { companyCalls, deviceFileCalls } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { DeviceImportDialog } from './device-import-dialog.tsx';

const { importPreview, import: importFile } = deviceFileCalls;
let server: ReturnType<typeof fakeServer>;
const closed = vi.fn<() => void>();
const good = {
  encoding: 'utf-8',
  rows: 2,
  good: 2,
  faults: [],
  more: false,
  unknown: [],
  first: [{ line: 2, sn: 'J20-1', model: 'J20', nickname: 'Otter', company: 'Mall', site: '', tags: [] }],
};
beforeEach(() => {
  closed.mockClear();
  server = fakeServer();
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
});

const file = () => new File(['sn,model\nJ20-1,J20\n'], 'devices.csv', { type: 'text/csv' });
const choose = async () => {
  renderPage(<DeviceImportDialog onClose={closed} />);
  const field = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await userEvent.upload(field, file());
};

test('a file is checked before the import and then imported as a whole', async () => {
  server.on(importPreview, () => good);
  server.on(importFile, () => ({ added: 2 }));
  await choose();
  expect(await screen.findByText('Otter')).toBeTruthy();
  expect(server.sentTo(importFile)).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Add 2 devices' }));
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(await screen.findByText('Added 2 devices')).toBeTruthy();
});

test('a file with a faulty line cannot be imported; line, column and reason are shown', async () => {
  const faults = [{ line: 3, column: 'sn', reason: 'TAKEN' as const, value: 'J20-1' }];
  server.on(importPreview, () => ({ ...good, good: 1, faults }));
  await choose();
  expect(await screen.findByText('Is registered already')).toBeTruthy();
  expect(screen.getByRole('cell', { name: '3' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add 1 device' })).toHaveProperty('disabled', true);
});

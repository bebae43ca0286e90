import { companyCalls, deviceFileCalls, type TableEncoding } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, renderPage } from '../../../../test-kit/index.ts';
import { DeviceImportDialog } from './device-import-dialog.tsx';

const { importPreview, import: importFile } = deviceFileCalls;
let server: ReturnType<typeof fakeServer>;
const closed = vi.fn<() => void>();
const good = {
  encoding: 'utf-8' as TableEncoding,
  samples: [] as string[],
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

test('the words of a guessed encoding are shown, another one can be chosen, and the file is stored in it', async () => {
  const readings = { gb18030: 'S黡', 'windows-1252': 'Süd' } as const;
  server.on(importPreview, ({ encoding }) => {
    const read: keyof typeof readings = encoding === 'windows-1252' ? encoding : 'gb18030';
    return { ...good, encoding: read, samples: [readings[read]] };
  });
  server.on(importFile, () => ({ added: 2 }));
  await choose();
  expect(await screen.findByText('Words in the file: S黡')).toBeTruthy();
  await userEvent.click(screen.getByLabelText('Encoding'));
  await userEvent.click(await screen.findByText('Western European (Windows-1252)'));
  expect(await screen.findByText('Words in the file: Süd')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add 2 devices' }));
  await waitFor(() => expect(server.sentTo(importFile)).toMatchObject([{ encoding: 'windows-1252' }]));
});

test('a file in Unicode asks for no encoding', async () => {
  server.on(importPreview, () => good);
  await choose();
  await screen.findByText('Otter');
  expect(screen.queryByLabelText('Encoding')).toBeNull();
});

import { activationCodeCalls, companyCalls, permissions, type ActivationCode } from '@sweepline/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, userWith, renderPage } from '../../../test-kit/index.ts';
import { ActivationCodesPage } from './activation-codes-page.tsx';

const id = '0193f0c2-7a31-7c55-9d0e-0000000000c1';
const mall = '0193f0c2-7a31-7c55-9d0e-0000000000a1';

const unused: ActivationCode = {
  id,
  code: '7K2M9QXR4TBW0HNC',
  state: 'UNUSED',
  failedBy: null,
  model: 'J30',
  usageType: 'LEASE',
  companyId: mall,
  companyName: 'Mall',
  linkedAt: null,
  batch: { id: mall, name: 'Autumn' },
  useDays: 365,
  useUntil: null,
  validUntil: null,
  noticeTo: null,
  usedAt: null,
  device: null,
  sn: null,
  version: 1,
  createdAt: '2030-01-01T00:00:00.000Z',
  createdBy: 'admin',
};

function world(row: ActivationCode = unused) {
  const server = fakeServer();
  server.on(companyCalls.options, () => ({
    list: [{ id: mall, name: 'Mall', type: 1, parentId: null }],
    total: 1,
  }));
  server.on(activationCodeCalls.batches, () => ({ list: [], total: 0 }));
  server.on(activationCodeCalls.people, () => ({ list: [], total: 0 }));
  server.on(activationCodeCalls.list, () => ({ list: [row], total: 1 }));
  return server;
}

test('a code is shown in groups of four, with its terms', async () => {
  world();
  renderPage(<ActivationCodesPage />);
  expect(await screen.findByText('7K2M-9QXR-4TBW-0HNC')).toBeTruthy();
  for (const text of ['Unused', 'Lease', '365 days', 'Not linked'])
    expect(screen.getByText(text)).toBeTruthy();
});

test('codes are generated with their terms, and the batch can be exported at once', async () => {
  const server = world();
  server.on(activationCodeCalls.generate, () => ({ batchId: mall, batchName: 'Winter', count: 25 }));
  renderPage(<ActivationCodesPage />);
  await userEvent.click(await screen.findByText('Generate codes'));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Quantity'), { target: { value: '25' } });
  fireEvent.change(dialog.getByLabelText('Batch name'), { target: { value: 'Winter' } });
  await userEvent.click(dialog.getByText('Days'));
  await userEvent.click(dialog.getAllByText('Generate codes').at(-1)!);
  expect(await screen.findByText('25 codes made for Winter')).toBeTruthy();
  expect(screen.getByText('Copy all')).toBeTruthy();
  expect(server.sentTo(activationCodeCalls.generate)).toMatchObject([
    { count: 25, batchName: 'Winter', model: 'J30', usageType: 'PURCHASE', useDays: 365 },
  ]);
});

test('a revocation names the code and reports a code that is no longer unused', async () => {
  const server = world();
  server.on(activationCodeCalls.revoke, () => ({ results: [{ id, done: false }] }));
  renderPage(<ActivationCodesPage />);
  await userEvent.click(await screen.findByLabelText(/7K2M-9QXR-4TBW-0HNC/));
  await userEvent.click(await screen.findByText('Revoke'));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByText('Revoke'));
  expect(await dialog.findByText('No longer unused')).toBeTruthy();
  expect(server.sentTo(activationCodeCalls.revoke)).toEqual([{ ids: [id] }]);
});

test('a read-only user sees no generate button, no export and no menu', async () => {
  world();
  renderPage(<ActivationCodesPage />, '/', userWith(permissions.activationCodes));
  expect(await screen.findByText('7K2M-9QXR-4TBW-0HNC')).toBeTruthy();
  expect(screen.queryByText('Generate codes')).toBeNull();
  expect(screen.queryByLabelText('Export')).toBeNull();
});

test('the drawer lists the history of a code, the newest event first', async () => {
  const server = world();
  const event = { at: '2030-01-02T00:00:00.000Z', by: '192.0.2.1', company: null, sn: 'J30C0001' };
  server.on(activationCodeCalls.detail, () => ({
    code: unused,
    events: [
      { ...event, id: '1', kind: 'LINKED' as const, company: 'Mall', sn: null, fault: null },
      { ...event, id: '2', kind: 'REFUSED' as const, fault: 'MODEL_MISMATCH' as const },
    ],
  }));
  renderPage(<ActivationCodesPage />, `/?id=${id}`);
  const items = within(await screen.findByRole('dialog'));
  expect(await items.findByText('J30C0001 was refused: another model')).toBeTruthy();
  expect(items.getAllByRole('listitem').map((it) => it.querySelector('span')?.textContent)).toEqual([
    'J30C0001 was refused: another model',
    'Linked to Mall',
    'Made',
  ]);
});

import { apiUserCalls, companyCalls, permissions, type ApiUser } from '@sweepline/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, renderPage, userWith } from '../../../test-kit/index.ts';
import { ApiUserListPage } from './api-user-list-page.tsx';

const reporting: ApiUser = {
  id: '01900000-0000-7000-8000-0000000000a1',
  companyId: '01900000-0000-7000-8000-0000000000c1',
  companyName: 'Mall',
  name: 'Reporting',
  contactName: '',
  contactEmail: '',
  validFrom: '2029-12-01T00:00:00.000Z',
  validUntil: '2031-01-01T00:00:00.000Z',
  addresses: [],
  callsPerDay: 10_000,
  callsPerSecond: 5,
  state: 'SUSPENDED',
  keys: 0,
  lastUsedAt: null,
  suspendedAt: '2030-01-01T00:00:00.000Z',
  suspendedBy: 'Wei',
  revokedAt: null,
  revokedBy: null,
  createdAt: '2029-12-01T00:00:00.000Z',
  createdBy: 'Wei',
  version: 1,
};

function world(rows: ApiUser[]) {
  const server = fakeServer();
  server.on(apiUserCalls.list, () => ({ list: rows, total: rows.length }));
  server.on(companyCalls.options, () => ({ list: [], total: 1 }));
  return server;
}

test('a row tells state and limits, and a suspended API user goes on with one press', async () => {
  const server = world([reporting]);
  server.on(apiUserCalls.resume, () => ({ ...reporting, state: 'ENABLED' as const }));
  renderPage(<ApiUserListPage />);
  const row = (await screen.findByText('Reporting')).closest('tr') ?? document.body;
  expect(within(row).getByText('Suspended')).toBeTruthy();
  expect(within(row).getByText('10,000 per day')).toBeTruthy();
  expect(within(row).getByText('Every address')).toBeTruthy();
  await userEvent.click(within(row).getByText('Resume'));
  expect(await screen.findByText('Resumed Reporting')).toBeTruthy();
  expect(server.sentTo(apiUserCalls.resume)).toEqual([{ id: reporting.id }]);
});

test('a new API user starts with the default limits and leads to its keys', async () => {
  const server = world([]);
  server.on(apiUserCalls.add, () => reporting);
  renderPage(<ApiUserListPage />);
  await userEvent.click((await screen.findAllByText('Add API user'))[0]!);
  const form = await screen.findByRole('dialog');
  await userEvent.type(within(form).getByLabelText('Name'), 'Reporting');
  await userEvent.click(within(form).getByRole('button', { name: 'Add API user' }));
  await expect.poll(() => screen.getByTestId('address').textContent).toContain('tab=keys');
  expect(server.sentTo(apiUserCalls.add)).toMatchObject([
    { name: 'Reporting', callsPerDay: 10_000, callsPerSecond: 5, addresses: [] },
  ]);
});

test('an account that may only look sees no buttons', async () => {
  world([reporting]);
  renderPage(<ApiUserListPage />, '/', userWith(permissions.apiAccess));
  await screen.findByText('Reporting');
  for (const text of ['Add API user', 'Resume', 'Revoke']) expect(screen.queryByText(text)).toBeNull();
});

import { companyCalls, screenCalls, siteCalls, permissions, type Screen } from '@sweepline/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, renderPage, userWith } from '../../../test-kit/index.ts';
import { ScreenListPage } from './screen-list-page.tsx';

const lobby: Screen = {
  id: '01900000-0000-7000-8000-0000000000a1',
  companyId: '01900000-0000-7000-8000-0000000000c1',
  companyName: 'Mall',
  site: null,
  name: 'Lobby',
  scenes: [
    { kind: 'figures', seconds: 20 },
    { kind: 'week', seconds: 10 },
  ],
  lang: 'ge',
  area: 'M2',
  volume: 'LITRE',
  showSn: false,
  showAddress: false,
  state: 'SILENT',
  lastSeenAt: '2030-01-01T00:00:00.000Z',
  createdAt: '2029-12-01T00:00:00.000Z',
  createdBy: 'Wei',
  revokedAt: null,
  revokedBy: null,
  version: 3,
};

function world(rows: Screen[]) {
  const server = fakeServer();
  server.on(screenCalls.list, () => ({ list: rows, total: rows.length }));
  server.on(companyCalls.options, () => ({ list: [], total: 1 }));
  server.on(siteCalls.list, () => ({ list: [], total: 0 }));
  return server;
}

test('a row tells whether the display is silent and what it shows', async () => {
  world([lobby]);
  renderPage(<ScreenListPage />);
  const row = (await screen.findByText('Lobby')).closest('tr') ?? document.body;
  expect(within(row).getByText('Silent')).toBeTruthy();
  expect(within(row).getByText('Figures of today · Last seven days')).toBeTruthy();
  expect(within(row).getByText('Deutsch · 30 s per round')).toBeTruthy();
  expect(within(row).getByText('No further details')).toBeTruthy();
});

test('a new display shows its link once', async () => {
  const server = world([]);
  server.on(screenCalls.add, () => ({ token: 'screen_abc', screen: lobby }));
  renderPage(<ScreenListPage />);
  await userEvent.click((await screen.findAllByText('Add display'))[0]!);
  const form = await screen.findByRole('dialog');
  await userEvent.type(within(form).getByLabelText('Name'), 'Lobby');
  await userEvent.click(within(form).getByRole('button', { name: 'Add display' }));
  expect(await screen.findByDisplayValue(/\/import\?token=screen_abc$/)).toBeTruthy();
  expect(server.sentTo(screenCalls.add)).toMatchObject([
    { name: 'Lobby', siteId: null, showSn: false, showAddress: false },
  ]);
  expect((server.sentTo(screenCalls.add)[0] as { scenes: unknown[] }).scenes).toHaveLength(6);
});

test('a display is revoked after a confirmation that names it', async () => {
  const server = world([lobby]);
  server.on(screenCalls.revoke, () => ({}));
  renderPage(<ScreenListPage />);
  await userEvent.click(await screen.findByText('Revoke'));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Revoke Lobby?')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Revoked Lobby')).toBeTruthy();
  expect(server.sentTo(screenCalls.revoke)).toEqual([{ id: lobby.id }]);
});

test('without the right to manage displays the list has no actions', async () => {
  world([lobby]);
  renderPage(<ScreenListPage />, '/', userWith(permissions.home));
  expect(await screen.findByText('Lobby')).toBeTruthy();
  for (const name of ['Add display', 'Edit', 'Revoke'])
    expect(screen.queryByRole('button', { name }), name).toBeNull();
});

import { deviceShareCalls, type DeviceShare } from '@sweepline/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aDevice } from '../../../test-kit/a-device.ts';
import { fakeServer, Refused, renderPage } from '../../../test-kit/index.ts';
import { SharesTab } from './shares-tab.tsx';

const device = aDevice();
const aShare = (changes: Partial<DeviceShare> = {}): DeviceShare => ({
  id: 's-1',
  deviceId: device.id,
  username: 'mei.chen',
  nickname: 'Mei',
  rights: ['VIDEO', 'CONTROL'],
  term: 'PERMANENT',
  state: 'ACTIVE',
  createdAt: '2030-01-01T00:00:00.000Z',
  endsAt: null,
  givenBy: 'Wei',
  revokedAt: null,
  revokedBy: null,
  ...changes,
});

function setUpServer(list: DeviceShare[]) {
  const server = fakeServer();
  server.on(deviceShareCalls.list, () => ({ list }));
  server.on(deviceShareCalls.revoke, () => ({}));
  return server;
}

test('an active share is revoked after a confirmation that names account and device', async () => {
  const server = setUpServer([aShare()]);
  renderPage(<SharesTab detail={{ device }} />);
  expect(await screen.findByText('Video · Control')).toBeTruthy();
  fireEvent.click(screen.getByText('Revoke'));
  expect(await screen.findByText('Revoke Mei’s share of Lobby?')).toBeTruthy();
  expect(server.sentTo(deviceShareCalls.revoke)).toEqual([]);
  fireEvent.click(screen.getAllByText('Revoke').at(-1)!);
  expect(await screen.findByText('Revoked the share with Mei')).toBeTruthy();
  expect(server.sentTo(deviceShareCalls.revoke)).toEqual([{ id: 's-1' }]);
  // The list is read again, so that the ended share is not offered for a second revocation.
  await waitFor(() => expect(server.sentTo(deviceShareCalls.list).length).toBeGreaterThan(1));
});

test('a refused revocation keeps the dialog open and states the reason', async () => {
  const server = setUpServer([aShare()]);
  server.on(deviceShareCalls.revoke, () => {
    throw new Refused('notFound');
  });
  renderPage(<SharesTab detail={{ device }} />);
  fireEvent.click(await screen.findByText('Revoke'));
  fireEvent.click(screen.getAllByText('Revoke').at(-1)!);
  expect(await screen.findByText(new Refused('notFound').message)).toBeTruthy();
  expect(screen.getByText('Revoke Mei’s share of Lobby?')).toBeTruthy();
});

test('a receiver of another company is named by its account', async () => {
  setUpServer([aShare({ nickname: null })]);
  renderPage(<SharesTab detail={{ device }} />);
  expect(await screen.findAllByText('mei.chen')).toHaveLength(1);
  fireEvent.click(screen.getByText('Revoke'));
  expect(await screen.findByText('Revoke mei.chen’s share of Lobby?')).toBeTruthy();
});

test('ended shares cannot be revoked', async () => {
  setUpServer([
    aShare({ state: 'EXPIRED', term: 'DAY', endsAt: '2030-01-02T00:00:00.000Z' }),
    aShare({ id: 's-2', nickname: 'Lin', state: 'REVOKED', revokedAt: '2030-01-03T00:00:00.000Z' }),
  ]);
  renderPage(<SharesTab detail={{ device }} />);
  expect(await screen.findByText('Expired')).toBeTruthy();
  expect(screen.getByText('Revoked')).toBeTruthy();
  expect(screen.queryByText('Revoke')).toBeNull();
});

test('a device without shares offers the first one', async () => {
  setUpServer([]);
  renderPage(<SharesTab detail={{ device }} />);
  expect(await screen.findByText('Not shared with anybody')).toBeTruthy();
  fireEvent.click(screen.getByText('Share'));
  expect(await screen.findByText('Share Lobby')).toBeTruthy();
});

test('shares that cannot be read can be requested again', async () => {
  const server = setUpServer([aShare()]);
  server.on(deviceShareCalls.list, () => {
    throw new Refused('forbidden');
  });
  renderPage(<SharesTab detail={{ device }} />);
  const retry = await screen.findByText('Try again');
  server.on(deviceShareCalls.list, () => ({ list: [aShare()] }));
  fireEvent.click(retry);
  expect(await screen.findByText('mei.chen')).toBeTruthy();
});

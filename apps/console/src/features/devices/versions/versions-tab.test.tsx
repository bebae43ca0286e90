import { deviceCalls, deviceVersionCalls } from '@sweepline/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aDevice } from '../../../test-kit/a-device.ts';
import { aLiveDevice } from '../../../test-kit/a-live-device.ts';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { VersionsTab } from './versions-tab.tsx';

const at = '2030-01-01T00:00:00.000Z';
const otter = aDevice();
const walrus = aDevice({ id: '0193f0c2-7a31-7c55-9d0e-0000000000a2', nickname: 'Walrus', sn: 'J30-0008' });
const detail = { device: otter, live: aLiveDevice(), openAlarms: [], capabilities: [] };

function world() {
  const server = fakeServer();
  server.on(deviceCalls.list, () => ({ list: [otter, walrus], total: 2 }));
  server.on(deviceVersionCalls.parts, () => ({
    parts: [{ part: 'robot', version: '3.5.0', since: at, before: '3.4.1' }],
    reportedAt: at,
  }));
  server.on(deviceVersionCalls.history, ({ page }) => ({
    list: [{ id: `c${page}`, part: 'robot', before: '3.4.1', after: '3.5.0', at }],
    total: 2,
  }));
  server.on(deviceVersionCalls.compare, ({ ids }) => ({
    devices: [otter, walrus]
      .filter(({ id }) => ids.includes(id))
      .map(({ id, nickname, sn, model }) => ({ id, nickname, sn, model, reportedAt: at })),
    parts: [
      { part: 'robot', versions: ['3.5.0', '3.4.1'], same: false },
      { part: 'hmi', versions: ['2.0.7', '2.0.7'], same: true },
    ],
  }));
  return server;
}

test('parts show their previous versions, and earlier changes load on request', async () => {
  const server = world();
  renderPage(<VersionsTab detail={detail} />);
  expect((await screen.findAllByText('Robot software')).length).toBeGreaterThan(0);
  fireEvent.click(await screen.findByText('Show earlier changes'));
  await waitFor(() => expect(server.sentTo(deviceVersionCalls.history).at(-1)).toMatchObject({ page: 2 }));
});

test('a URL with another robot opens the comparison, and equal parts can be hidden', async () => {
  const server = world();
  renderPage(<VersionsTab detail={detail} />, `/?with=${walrus.id}`);
  expect(await screen.findByText('1 part differs')).toBeTruthy();
  expect(server.sentTo(deviceVersionCalls.compare)[0]).toEqual({ ids: [otter.id, walrus.id] });
  expect(screen.getByText('Screen software')).toBeTruthy();
  fireEvent.click(screen.getByText('Differences'));
  expect(screen.queryByText('Screen software')).toBeNull();
  expect(screen.getByTestId('address').textContent).toContain('show=different');
  fireEvent.click(screen.getByLabelText('Leave Walrus out'));
  expect(screen.getByTestId('address').textContent).not.toContain('with=');
});

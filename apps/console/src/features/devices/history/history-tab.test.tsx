import { deviceHistoryCalls } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aDevice } from '../../../test-kit/a-device.ts';
import { aLiveDevice } from '../../../test-kit/a-live-device.ts';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { HistoryTab } from './history-tab.tsx';

const device = aDevice();
const detail = { device, live: aLiveDevice(), openAlarms: [], capabilities: [] };
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

test('the tab opens with a day; a longer span is fetched and stored in the URL', async () => {
  const server = fakeServer();
  server.on(deviceHistoryCalls.during, () => ({
    stepS: 120,
    samples: [{ at: ago(2), soc: 61, mapId: null, x: null, y: null }],
    modes: [{ from: ago(30), to: null, value: 'CHARGING' }],
    connection: [{ from: ago(3), to: null, value: 'ONLINE' }],
    more: false,
  }));
  renderPage(<HistoryTab detail={detail} />, '/?tab=history');
  expect(await screen.findByText('Charging')).toBeTruthy();
  const tone = (text: string) => screen.getByText(text).closest('li')?.querySelector('i')?.dataset['tone'];
  expect(tone('Charging')).not.toBe(tone('Online'));
  expect(screen.getByText('100%')).toBeTruthy();
  await userEvent.click(screen.getByText('Week'));
  // A span is fetched again when a minute turns.
  const sent = () => server.sentTo(deviceHistoryCalls.during);
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ hours: 168 }));
  expect(sent()[0]).toMatchObject({ hours: 24 });
  expect(screen.getByTestId('address').textContent).toContain('span=week');
});

test('a robot without samples shows a hint', async () => {
  const server = fakeServer();
  const none = { stepS: 120, samples: [], modes: [], connection: [], more: false };
  server.on(deviceHistoryCalls.during, () => none);
  renderPage(<HistoryTab detail={detail} />);
  expect(await screen.findByText('No data for this time')).toBeTruthy();
});

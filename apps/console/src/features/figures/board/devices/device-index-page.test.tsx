import {
  boardFigureCalls,
  companyCalls,
  deviceGroupCalls,
  savedViewCalls,
  siteCalls,
  type BoardDevice,
} from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aBoard } from '../../../../test-kit/board-figures.ts';
import { fakeServer, renderPage } from '../../../../test-kit/index.ts';
import { DeviceIndexPage } from './device-index-page.tsx';

const device: BoardDevice = {
  id: 'd1',
  sn: 'J30-0001',
  nickname: 'Otter',
  model: 'J30',
  companyName: 'Mall',
  site: { id: 's1', name: 'Hall' },
  group: null,
  lastReportAt: '2030-01-20T10:00:00.000Z',
  idleDays: 11,
  figures: aBoard(3, 300),
};

test('the robots are read for the period with the largest area first, and each leads to its board', async () => {
  const server = fakeServer();
  const none = () => ({ list: [], total: 0 });
  for (const call of [siteCalls.list, companyCalls.options, deviceGroupCalls.list, savedViewCalls.list])
    server.on(call, none as never);
  server.on(boardFigureCalls.robots, () => ({ list: [device], total: 1 }));
  renderPage(<DeviceIndexPage />, '/?from=2030-01-01&to=2030-01-31');
  const link = (await screen.findByText('Otter')).closest('a')!;
  expect(link.getAttribute('href')).toBe('/dataBoard/deviceDetail?id=d1&from=2030-01-01&to=2030-01-31');
  expect(screen.getByText('11 days without work')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Alarms' }));
  await waitFor(() =>
    expect(server.sentTo(boardFigureCalls.robots).at(-1)).toMatchObject({
      from: '2030-01-01',
      to: '2030-01-31',
      sort: 'alarms',
    }),
  );
});

import {
  attachedSnapshotCalls,
  assistCalls,
  companyCalls,
  deviceCalls,
  siteCalls,
  type Assist,
} from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, Refused, renderPage } from '../../../test-kit/index.ts';
import { AssistListPage } from './assist-list-page.tsx';

const stuck: Assist = {
  id: '01900000-0000-7000-8000-0000000000a1',
  codes: ['20110'],
  level: 4,
  outcome: 'WENT_ON',
  at: '2030-01-01T08:00:00.000Z',
  endedAt: '2030-01-01T08:04:00.000Z',
  seconds: 240,
  run: { id: '01900000-0000-7000-8000-0000000000b1', name: 'Lobby, mornings', reported: true },
  device: { id: '01900000-0000-7000-8000-0000000000c1', sn: 'J30-1', nickname: 'Otter' },
  companyName: 'Mall',
  site: null,
  x: 3,
  y: 4,
  by: null,
  map: { id: '01900000-0000-7000-8000-0000000000d1', name: 'Ground floor' },
  note: { helper: '', text: '', dismissed: false, version: 0 },
};

function world(assists: Assist[]) {
  const server = fakeServer();
  for (const call of [siteCalls.list, deviceCalls.list]) server.on(call, () => ({ list: [], total: 0 }));
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  const causes = assists.map(({ codes, seconds }) => ({ code: codes[0]!, count: 1, seconds: seconds ?? 0 }));
  const sums = { count: assists.length, open: 0, medianS: 240, totalS: 240, maps: [], causes };
  server.on(assistCalls.summary, () => sums);
  server.on(assistCalls.list, () => ({ list: assists, total: assists.length }));
  return server;
}

test('an assist shows its robot, report and time; a click on its cause filters by it', async () => {
  const server = world([stuck]);
  renderPage(<AssistListPage />);
  expect((await screen.findByText('Lobby, mornings')).getAttribute('href')).toBe(
    `/dataManage/historyDetail?id=${stuck.run.id}`,
  );
  expect(screen.getAllByText((_text, element) => element?.textContent === '4 min').length).toBeGreaterThan(0);
  expect(screen.getByText('Somebody on site')).toBeTruthy();
  await userEvent.click(screen.getByLabelText('Causes').querySelector('button')!);
  await waitFor(() => expect(server.sentTo(assistCalls.list).at(-1)).toMatchObject({ code: ['20110'] }));
});

test('the list without assists explains what it would contain', async () => {
  world([]);
  renderPage(<AssistListPage />);
  expect(await screen.findByText('No robot needed help')).toBeTruthy();
});

test('a list that fails to load offers a retry', async () => {
  const server = world([stuck]);
  server.on(assistCalls.list, () => {
    throw new Refused('internal');
  });
  renderPage(<AssistListPage />);
  const again = await screen.findByText('Try again');
  server.on(assistCalls.list, () => ({ list: [stuck], total: 1 }));
  await userEvent.click(again);
  expect(await screen.findByText('Lobby, mornings')).toBeTruthy();
});

test('an export of more than a month shows the reason and cannot be sent', async () => {
  world([stuck]);
  renderPage(<AssistListPage />, '/?from=2030-01-01T00:00:00.000Z&to=2030-02-28T00:00:00.000Z');
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  expect(await screen.findByText('Export interventions')).toBeTruthy();
  expect(screen.getByText('An export covers at most one month. Choose fewer days.')).toBeTruthy();
  expect(screen.getByText<HTMLButtonElement>('Export CSV').disabled).toBe(true);
});

test('the snapshots of an intervention open from its menu', async () => {
  const server = world([stuck]);
  server.on(attachedSnapshotCalls.list, () => ({ list: [], request: null }));
  renderPage(<AssistListPage />);
  await userEvent.click(await screen.findByRole('button', { name: /^More actions for/ }));
  await userEvent.click(await screen.findByText('Snapshots'));
  expect(await screen.findByText('No snapshots attached')).toBeTruthy();
  const input = { kind: 'ASSIST', targetId: stuck.id };
  expect(server.sentTo(attachedSnapshotCalls.list)).toEqual([input]);
});

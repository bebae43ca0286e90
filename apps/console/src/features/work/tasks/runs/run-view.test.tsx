import { commandCalls, deviceCalls, mapCalls, permissions, runCalls } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aCommand } from '../../../../test-kit/a-command.ts';
import { fakeServer, userWith, Refused, renderPage } from '../../../../test-kit/index.ts';
import { aMap, aRun, aRunDetail, ids } from '../a-task.ts';
import { withLive } from '../../../../shared/run/run-rules.ts';
import { TaskDetailPage } from '../task-list/task-detail-page.tsx';

function setUpServer() {
  const server = fakeServer();
  const hidden = () => {
    throw new Refused('notFound');
  };
  server.on(deviceCalls.detail, hidden);
  server.on(runCalls.path, hidden);
  server.on(mapCalls.detail, () => aMap());
  server.on(commandCalls.list, () => ({ list: [], total: 0 }));
  server.on(runCalls.detail, () => aRunDetail());
  return server;
}
const address = `/?run=${ids.run}`;

test('a command is shown as sent, then as waiting for the robot, and as done when the run shows it', async () => {
  const server = setUpServer();
  let state: 'IN_PROGRESS' | 'PAUSED' = 'IN_PROGRESS';
  server.on(runCalls.detail, () => aRunDetail({ state }));
  server.on(runCalls.pause, () => aRun());
  const { client } = renderPage(<TaskDetailPage />, address);
  await userEvent.click(await screen.findByText('Pause'));
  expect(await screen.findByText('Pause: Sent')).toBeTruthy();
  expect(screen.queryByText('Paused Lobby')).toBeNull();

  state = 'PAUSED';
  await client.invalidateQueries({ queryKey: [runCalls.detail.family] });
  expect(await screen.findByText('Paused Lobby')).toBeTruthy();
  expect(screen.getByText('Resume')).toBeTruthy();
});

test('a command the robot rejected shows the reason', async () => {
  const server = setUpServer();
  const rejected = aCommand({
    deviceId: ids.device,
    type: 'startPause',
    status: 'REJECTED',
    code: 'MODE_FORBIDS',
    createdAt: new Date().toISOString(),
  });
  server.on(commandCalls.list, () => ({ list: [rejected], total: 1 }));
  server.on(runCalls.pause, () => aRun());
  renderPage(<TaskDetailPage />, address);
  await userEvent.click(await screen.findByText('Pause'));
  expect(await screen.findByText(/^Lobby did not pause:/)).toBeTruthy();
});

test('the stop dialog names the robot', async () => {
  const server = setUpServer();
  server.on(runCalls.stop, () => aRun());
  renderPage(<TaskDetailPage />, address);
  await userEvent.click(await screen.findByText('Stop'));
  expect(screen.getByText('Stop Lobby?')).toBeTruthy();
  await userEvent.click(screen.getByText('Stop run'));
  await waitFor(() => expect(server.sentTo(runCalls.stop)).toEqual([{ id: ids.run }]));
});

test('a reader sees the run and no commands', async () => {
  setUpServer();
  renderPage(<TaskDetailPage />, address, userWith(permissions.taskList, permissions.mapList));
  expect(await screen.findByText('Progress')).toBeTruthy();
  expect(screen.getAllByTitle(/^Cleaned ÷ floor to clean, without no-go zones/)).toHaveLength(2);
  expect(screen.getByTitle('From start to end, or until now')).toBeTruthy();
  expect(screen.queryByText('Pause')).toBeNull();
  expect(screen.queryByText('Stop')).toBeNull();
});

test('a run shows planned and reachable floor as its report has them, while it is under way and after it', async () => {
  const server = setUpServer();
  const floor = { plannedM2: 404, noGoM2: 20, reachableM2: 380 };
  server.on(runCalls.detail, () => aRunDetail({ floor, plannedM2: 309, cleanedM2: 120 }));
  const { unmount } = renderPage(<TaskDetailPage />, address);
  const valueOf = async (formula: RegExp) => (await screen.findByTitle(formula)).textContent;
  expect(await valueOf(/^Free floor of all zones of the run/)).toBe('404 m²');
  expect(await valueOf(/^Planned − no-go, without places/)).toBe('380 m²');
  expect(await valueOf(/^Each spot counts once.*as the robot reports it$/)).toBe('120 m²');
  unmount();
  server.on(runCalls.detail, () => aRunDetail({ floor, state: 'SUCCESS', plannedM2: 384, cleanedM2: 375 }));
  renderPage(<TaskDetailPage />, address);
  expect(await valueOf(/^Free floor of all zones of the run/)).toBe('404 m²');
  expect(await valueOf(/^Planned − no-go, without places/)).toBe('380 m²');
  expect(await valueOf(/however many passes$/)).toBe('375 m²');
});

test('a run that cannot be measured shows the plan of its robot as soon as it has reported one', async () => {
  const server = setUpServer();
  server.on(runCalls.detail, () => aRunDetail({ floor: null, areaM2: 404, plannedM2: 309, cleanedM2: 120 }));
  const { unmount } = renderPage(<TaskDetailPage />, address);
  const planned = /^The floor that the robot plans to clean/;
  expect((await screen.findByTitle(planned)).textContent).toBe('309 m²');
  expect(screen.queryByTitle(/^Planned − no-go, without places/)).toBeNull();
  unmount();
  const silent = { floor: null, areaM2: 404.000_01, plannedM2: 404, cleanedM2: null, coverage: null };
  server.on(runCalls.detail, () => aRunDetail(silent));
  renderPage(<TaskDetailPage />, address);
  expect(await screen.findByText('Planned')).toBeTruthy();
  expect(screen.queryByTitle(planned)).toBeNull();
});

test('a run the user may not see is reported as missing', async () => {
  const server = setUpServer();
  server.on(runCalls.detail, () => {
    throw new Refused('notFound');
  });
  renderPage(<TaskDetailPage />, address);
  expect(await screen.findByText('This no longer exists')).toBeTruthy();
});

test('live progress of a device counts for its own run only, and a plan of 0 is ignored', () => {
  const liveWith = (runId: string) =>
    ({
      run: {
        at: '2030-01-01T08:02:00.000Z',
        value: {
          runId,
          taskId: null,
          name: '',
          state: 'IN_PROGRESS',
          phase: 'DOCKING',
          plannedM2: 0,
          cleanedM2: 60,
          coverage: 0.3,
          etaS: 5,
        },
      },
    }) as Parameters<typeof withLive>[1];
  expect(withLive(aRunDetail(), liveWith(ids.run))).toMatchObject({
    plannedM2: 200,
    cleanedM2: 60,
    coverage: 0.3,
    phase: 'DOCKING',
  });
  expect(withLive(aRunDetail(), liveWith('another'))).toEqual(aRunDetail());
});

test('a waiting run shows whether its robot is online and how long the server waits', async () => {
  const server = setUpServer();
  server.on(runCalls.detail, () => aRunDetail({ state: 'WAITING', phase: '' }));
  renderPage(<TaskDetailPage />, address);
  expect(await screen.findByText(/stays offline for ten minutes/)).toBeTruthy();
});

test('the page of a run hands it over, skips its zones, and cleans the rest of an aborted run', async () => {
  const server = setUpServer();
  server.on(deviceCalls.list, () => ({ list: [], total: 0 }));
  const { unmount } = renderPage(<TaskDetailPage />, address);
  await userEvent.click(await screen.findByText('Hand to another robot'));
  expect(await screen.findByRole('dialog')).toBeTruthy();
  unmount();

  server.on(runCalls.detail, () => aRunDetail({ state: 'INTERRUPTED', restCount: 2 }));
  const broken = renderPage(<TaskDetailPage />, address);
  expect(await screen.findByText('Clean the rest')).toBeTruthy();
  broken.unmount();

  server.on(runCalls.detail, () => aRunDetail({ state: 'INTERRUPTED', nextId: ids.task }));
  renderPage(<TaskDetailPage />, address);
  const next = await screen.findByText('Continued in run');
  expect(next.getAttribute('href')).toContain(ids.task);
  expect(screen.queryByText('Clean the rest')).toBeNull();
});

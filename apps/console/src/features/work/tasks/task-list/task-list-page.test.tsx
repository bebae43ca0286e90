import { deviceCalls, mapCalls, permissions, runCalls, taskCalls } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, userWith, Refused, renderPage } from '../../../../test-kit/index.ts';
import { aMap, aRun, aTask, ids } from '../a-task.ts';
import { TaskListPage } from './task-list-page.tsx';
import { TaskView } from './task-view.tsx';

function setUpServer() {
  const server = fakeServer();
  server.on(deviceCalls.list, () => ({ list: [], total: 0 }));
  server.on(deviceCalls.detail, () => {
    throw new Refused('notFound');
  });
  server.on(taskCalls.list, () => ({ list: [aTask()], total: 1 }));
  server.on(runCalls.list, () => ({ list: [aRun()], total: 1 }));
  return server;
}

test('the start dialog names the robot, the start is sent after confirmation, and the run opens', async () => {
  const server = setUpServer();
  server.on(taskCalls.start, () => aRun({ state: 'WAITING' }));
  const { router } = renderPage(<TaskListPage />, '/dataManage/taskList');
  await userEvent.click(await screen.findByText('Start'));
  expect(screen.getByText('Send Lobby to clean 2 zones?')).toBeTruthy();
  expect(server.sentTo(taskCalls.start)).toEqual([]);

  await userEvent.click(screen.getByText('Send Lobby'));
  await waitFor(() => expect(router.state.location.search).toBe(`?run=${ids.run}`));
  expect(server.sentTo(taskCalls.start)).toEqual([{ id: ids.task }]);
  expect(screen.getByText('Start sent to Lobby')).toBeTruthy();
});

test('a refused start shows the reason in the dialog and no success', async () => {
  const server = setUpServer();
  const device = { id: ids.device, sn: 'J30-0008', nickname: 'Atrium', model: 'J30' };
  server.on(taskCalls.list, () => ({ list: [aTask({ device })], total: 1 }));
  server.on(taskCalls.start, () => {
    throw new Refused('deviceResupplying');
  });
  const { router } = renderPage(<TaskListPage />, '/dataManage/taskList');
  await userEvent.click(await screen.findByText('Start'));
  await userEvent.click(screen.getByText('Send Atrium'));
  expect(await screen.findByText('Device is resupplying, do not operate')).toBeTruthy();
  expect(screen.queryByText('Start sent to Atrium')).toBeNull();
  expect(router.state.location.search).toBe('');
});

test('the page of a task names who gave it', async () => {
  const server = setUpServer();
  server.on(mapCalls.detail, () => aMap());
  const { unmount } = renderPage(<TaskView task={aTask()} />);
  expect(await screen.findByText(/^Created by Mei/)).toBeTruthy();
  unmount();
  // From before it was stored.
  renderPage(<TaskView task={aTask({ createdBy: null })} />);
  expect(await screen.findByText(/^Created (?!by)/)).toBeTruthy();
});

test('a reader sees tasks and no button that changes them', async () => {
  setUpServer();
  renderPage(<TaskListPage />, '/', userWith(permissions.taskList));
  expect(await screen.findByText('Lobby, mornings')).toBeTruthy();
  expect(screen.queryByText('Start')).toBeNull();
  expect(screen.queryByText('New task')).toBeNull();
  expect(screen.queryByText('Clean now')).toBeNull();
  expect(screen.queryByLabelText('More actions for Lobby, mornings')).toBeNull();
});

test('a task its robot rejected is marked in the list', async () => {
  const server = setUpServer();
  const sync = { state: 'FAILED' as const, code: 'BAD_PARAMS' };
  server.on(taskCalls.list, () => ({ list: [aTask({ state: 'AWAITING_SYNC', sync })], total: 1 }));
  renderPage(<TaskListPage />, '/');
  expect((await screen.findByText('The robot did not take it')).title).toBe('BAD_PARAMS');
});

test('a task with an open run offers pause instead of start, and shows sent until the robot has paused', async () => {
  const server = setUpServer();
  server.on(taskCalls.list, () => ({
    list: [aTask({ openRun: { id: ids.run, state: 'IN_PROGRESS' } })],
    total: 1,
  }));
  server.on(runCalls.pause, () => aRun());
  renderPage(<TaskListPage />);
  await userEvent.click(await screen.findByText('Pause'));
  expect(await screen.findByText('Pause sent to Lobby')).toBeTruthy();
  expect(screen.queryByText('Start')).toBeNull();
  expect(server.sentTo(runCalls.pause)).toEqual([{ id: ids.run }]);
});

test('disabling applies at once and can be undone', async () => {
  const server = setUpServer();
  server.on(taskCalls.setEnabled, ({ enabled, version }) =>
    aTask({ state: enabled ? 'AWAITING_SYNC' : 'DISABLED', version: version + 1 }),
  );
  renderPage(<TaskListPage />);
  await userEvent.click(await screen.findByLabelText('More actions for Lobby, mornings'));
  await userEvent.click(await screen.findByText('Disable'));
  await userEvent.click(await screen.findByText('Undo'));
  await waitFor(() =>
    expect(server.sentTo(taskCalls.setEnabled)).toEqual([
      { id: ids.task, version: 1, enabled: false },
      { id: ids.task, version: 2, enabled: true },
    ]),
  );
});

test('the runs tab shows progress, and a dash for unknown values', async () => {
  const server = setUpServer();
  server.on(runCalls.list, () => ({
    list: [aRun({ coverage: null, cleanedM2: null, plannedM2: null, etaS: null })],
    total: 1,
  }));
  renderPage(<TaskListPage />, '/?view=runs');
  expect(await screen.findByText('In progress')).toBeTruthy();
  expect(screen.getByText('— of —')).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBeNull();
});

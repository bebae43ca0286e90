import { permissions, runCalls, taskCalls } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aDevice } from '../../../test-kit/a-device.ts';
import { aLiveDevice } from '../../../test-kit/a-live-device.ts';
import { fakeServer, userWith, renderPage } from '../../../test-kit/index.ts';
import { aRun, aTask } from './a-task.ts';
import { DeviceTasksTab } from './device-tasks-tab.tsx';

const device = aDevice();
const detail = { device, live: aLiveDevice(), openAlarms: [], capabilities: [] };

function setUpServer() {
  const server = fakeServer();
  server.on(taskCalls.list, () => ({ list: [aTask({ name: 'Hall at night' })], total: 1 }));
  server.on(runCalls.list, () => ({ list: [aRun({ name: 'Hall, first' })], total: 1 }));
  return server;
}

test('the tasks of the robot can be started in the tab, and its runs have a URL of their own', async () => {
  const server = setUpServer();
  renderPage(<DeviceTasksTab detail={detail} />, `/?id=${device.id}&tab=tasks&keyword=hall`);
  expect(await screen.findByText('Hall at night')).toBeTruthy();
  expect(screen.getByText('Start')).toBeTruthy();
  expect(screen.getByText('New task').getAttribute('href')).toContain(`deviceId=${device.id}`);
  expect(server.sentTo(taskCalls.list)[0]).toMatchObject({ deviceId: device.id, keyword: 'hall' });
  await userEvent.click(screen.getByRole('button', { name: 'Runs' }));
  expect(await screen.findByText('Hall, first')).toBeTruthy();
  // The filters of the tasks do not filter the runs.
  await waitFor(() => expect(server.sentTo(runCalls.list).at(-1)).not.toHaveProperty('keyword'));
  expect(server.sentTo(runCalls.list).at(-1)).toMatchObject({ deviceId: device.id });
  expect(screen.getByTestId('address').textContent).toContain('view=runs');
});

test('a reader cannot start a task', async () => {
  setUpServer();
  renderPage(<DeviceTasksTab detail={detail} />, '/?tab=tasks', userWith(permissions.taskList));
  expect(await screen.findByText('Hall at night')).toBeTruthy();
  expect(screen.queryByText('Start')).toBeNull();
  expect(screen.queryByText('New task')).toBeNull();
});

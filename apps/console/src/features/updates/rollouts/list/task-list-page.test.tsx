import { otaPackageCalls, otaTaskCalls, pages, permissions } from '@sweepline/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anOtaTask, otaCounts } from '../../../../test-kit/an-ota-task.ts';
import { fakeServer, renderPage, userWith } from '../../../../test-kit/index.ts';
import { TaskListPage } from './task-list-page.tsx';

function world(...tasks: ReturnType<typeof anOtaTask>[]) {
  const server = fakeServer();
  server.on(otaTaskCalls.list, () => ({ list: tasks, total: tasks.length }));
  server.on(otaPackageCalls.list, () => ({ list: [], total: 0 }));
  return server;
}

test('a row has state with reason, package, stage, and the counts as words and as a bar', async () => {
  world(
    anOtaTask({
      state: 'STOPPED',
      reason: 'TOO_MANY_FAILED',
      counts: otaCounts({ total: 10, successful: 6, failed: 1, waiting: 3 }),
    }),
  );
  renderPage(<TaskListPage />);
  const row = (await screen.findByText('Night fix')).closest('tr') ?? document.body;
  for (const text of ['Stopped', 'Too many robots failed', 'Robot 3.5.0', '3.5.0', '1 of 2'])
    expect(within(row).getByText(text), text).toBeTruthy();
  expect(within(row).getByText('6 successful')).toBeTruthy();
  expect(within(row).getByRole('img').getAttribute('aria-label')).toBe(
    '10 robots: 6 successful, 3 in later stages, 1 failed',
  );
});

test('state, package and keyword of the address narrow the list', async () => {
  const server = world(anOtaTask());
  const packageId = '01900000-0000-7000-8000-000000000001';
  renderPage(<TaskListPage />, `/?state=RUNNING&state=PAUSED&packageId=${packageId}&keyword=night`);
  await screen.findByText('Night fix');
  expect(server.sentTo(otaTaskCalls.list)[0]).toMatchObject({
    state: ['RUNNING', 'PAUSED'],
    packageId,
    keyword: 'night',
  });
});

test('the empty list leads to a new rollout, for those who may start one', async () => {
  world();
  const { unmount } = renderPage(<TaskListPage />);
  expect(await screen.findByText('No rollouts')).toBeTruthy();
  for (const link of screen.getAllByText('New rollout'))
    expect(link.getAttribute('href')).toBe(pages.otaTasks({ add: 'new' }));
  unmount();
  renderPage(<TaskListPage />, '/', userWith(permissions.ota, permissions.otaDetail));
  expect(await screen.findByText('No rollouts')).toBeTruthy();
  expect(screen.queryByText('New rollout')).toBeNull();
});

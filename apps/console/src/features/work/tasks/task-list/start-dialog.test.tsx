import { runCalls, taskCalls } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, Refused, renderPage } from '../../../../test-kit/index.ts';
import { aRun, aTask } from '../a-task.ts';
import { StartDialog } from './start-dialog.tsx';

test('a robot that did not confirm its no-go areas is named, and can be started all the same', async () => {
  const server = fakeServer();
  server.on(runCalls.list, () => ({ list: [], total: 0 }));
  server.on(taskCalls.start, ({ withoutZones }) => {
    if (withoutZones) return aRun();
    const reason = { code: 'ZONES_UNCONFIRMED', params: { device: 'Otter' } } as const;
    throw new Refused('invalid', { withoutZones: reason });
  });
  const task = aTask();
  renderPage(<StartDialog task={task} onClose={() => {}} />);
  await userEvent.click(await screen.findByText('Send Lobby'));
  expect(
    await screen.findAllByText(/^Otter did not confirm the no-go zones and walls of its map/),
  ).toHaveLength(2);
  await userEvent.click(screen.getByText('Go on anyway'));
  await waitFor(() =>
    expect(server.sentTo(taskCalls.start)).toEqual([{ id: task.id }, { id: task.id, withoutZones: true }]),
  );
});

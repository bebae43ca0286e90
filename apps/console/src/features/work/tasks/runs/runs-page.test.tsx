import { commandCalls, deviceCalls, mapCalls, runCalls, type Run } from '@sweepline/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, Refused, renderPage } from '../../../../test-kit/index.ts';
import { aMap, aRun, aRunDetail } from '../a-task.ts';
import { RunsPage } from './runs-page.tsx';

/** Open runs and aborted runs. */
function setUpServer(open: Run[], broken: Run[] = []) {
  const server = fakeServer();
  const hidden = () => {
    throw new Refused('notFound');
  };
  server.on(deviceCalls.detail, hidden);
  server.on(runCalls.path, hidden);
  server.on(mapCalls.detail, () => aMap());
  server.on(commandCalls.list, () => ({ list: [], total: 0 }));
  server.on(runCalls.detail, () => aRunDetail());
  const pageOf = (list: Run[]) => ({ list, total: list.length });
  server.on(runCalls.list, (input) => pageOf(input.open ? open : broken));
  return server;
}

test('open runs are listed with their commands, and aborted runs below them', async () => {
  const left = aRun({
    id: crypto.randomUUID(),
    name: 'Back hall',
    state: 'INTERRUPTED',
    result: null,
    restCount: 2,
  });
  const cleanedSince = aRun({ id: crypto.randomUUID(), name: 'Front hall', state: 'INTERRUPTED' });
  setUpServer([aRun()], [left, cleanedSince]);
  renderPage(<RunsPage />);
  expect(await screen.findByText('Pause')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Zones of the run on Ground floor' })).toBeTruthy();
  expect((await screen.findByText('Back hall')).getAttribute('href')).toContain(left.id);
  expect(screen.getByText('Clean the rest')).toBeTruthy();
  expect(screen.queryByText('Front hall')).toBeNull();
});

test('a page without open runs states so and offers to start one', async () => {
  setUpServer([]);
  renderPage(<RunsPage />);
  expect(await screen.findByText('Nothing is running')).toBeTruthy();
  expect(screen.getByText('Clean now')).toBeTruthy();
});

test('runs that cannot be read can be requested again', async () => {
  const server = setUpServer([]);
  server.on(runCalls.list, ({ open }) => {
    if (open) throw new Refused('internal');
    return { list: [], total: 0 };
  });
  renderPage(<RunsPage />);
  const again = await screen.findByText('Try again');
  server.on(runCalls.list, () => ({ list: [], total: 0 }));
  await userEvent.click(again);
  expect(await screen.findByText('Nothing is running')).toBeTruthy();
});

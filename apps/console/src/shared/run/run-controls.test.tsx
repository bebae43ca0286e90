import { commandCalls, deviceCalls, runCalls, type Run } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aRun, aRunDetail, ids } from '../../features/work/tasks/a-task.ts';
import { fakeServer, userWith, Refused, renderPage } from '../../test-kit/index.ts';
import { RunCard } from './run-card.tsx';
import { RunControls } from './run-controls.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(commandCalls.list, () => ({ list: [], total: 0 }));
  server.on(deviceCalls.detail, () => {
    throw new Refused('notFound');
  });
});

const verbs = ['Pause', 'Resume', 'Stop'];
const offered = () => verbs.filter((verb) => screen.queryByRole('button', { name: verb }) !== null);

test.each<[Run['state'], string[]]>([
  ['WAITING', ['Stop']],
  ['IN_PROGRESS', ['Pause', 'Stop']],
  ['PAUSED', ['Resume', 'Stop']],
  ['COMPLETE', []],
  ['SUCCESS', []],
  ['INTERRUPTED', []],
  ['FAILED', []],
])('a run that is %s offers %j', async (state, buttons) => {
  renderPage(
    <>
      <p>shown</p>
      <RunControls run={aRunDetail({ state })} />
    </>,
  );
  await screen.findByText('shown');
  expect(offered()).toEqual(buttons);
});

test.each([
  ['IN_PROGRESS', 'Pause', runCalls.pause],
  ['PAUSED', 'Resume', runCalls.resume],
] as const)('a run that is %s: %s sends its id at once', async (state, verb, call) => {
  server.on(call, () => aRun({ state }));
  renderPage(<RunControls run={aRunDetail({ state })} />);
  await userEvent.click(await screen.findByText(verb));
  await waitFor(() => expect(server.sentTo(call)).toEqual([{ id: ids.run }]));
});

test('stop sends only after the dialog that names the robot', async () => {
  server.on(runCalls.stop, () => aRun());
  renderPage(<RunControls run={aRunDetail({ state: 'PAUSED' })} />);
  await userEvent.click(await screen.findByText('Stop'));
  expect(await screen.findByText('Stop Lobby?')).toBeTruthy();
  expect(server.sentTo(runCalls.stop)).toEqual([]);
  await userEvent.click(screen.getByText('Stop run'));
  await waitFor(() => expect(server.sentTo(runCalls.stop)).toEqual([{ id: ids.run }]));
});

test('on the page of its robot a run is paused and stopped by a letter', async () => {
  server.on(runCalls.pause, () => aRun());
  renderPage(<RunControls run={aRunDetail({ state: 'IN_PROGRESS' })} keys />);
  await screen.findByText('Pause');
  await userEvent.keyboard('p');
  await waitFor(() => expect(server.sentTo(runCalls.pause)).toEqual([{ id: ids.run }]));
  await userEvent.keyboard('s');
  expect(await screen.findByText('Stop Lobby?')).toBeTruthy();
  expect(server.sentTo(runCalls.stop)).toEqual([]);
});

test('without the permission no control is offered', async () => {
  renderPage(
    <>
      <p>shown</p>
      <RunControls run={aRunDetail()} />
    </>,
    '/',
    userWith(),
  );
  await screen.findByText('shown');
  expect(offered()).toEqual([]);
});

test('an ended run shows its reason and its report instead of controls', async () => {
  const run = aRunDetail({ state: 'INTERRUPTED', code: 'batteryLow', endedAt: '2030-01-01T09:00:00.000Z' });
  renderPage(<RunCard run={run} figures={run} />);
  expect((await screen.findByText('Open the report')).getAttribute('href')).toContain(ids.run);
  expect(screen.getByText('Reason')).toBeTruthy();
  expect(screen.queryByText('Time left')).toBeNull();
  expect(offered()).toEqual([]);
});

test('a run that only its robot reports shows the figures without a link or controls', async () => {
  const figures = { name: 'Lobby', phase: '', coverage: 0.5, cleanedM2: 5, plannedM2: 10, etaS: null };
  renderPage(<RunCard run={undefined} figures={figures} />);
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('50');
  expect(screen.queryByRole('link')).toBeNull();
  expect(offered()).toEqual([]);
});

import { serverCalls, serverRoles, type Server } from '@sweepline/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, Refused, renderPage } from '../../../test-kit/index.ts';
import { ServersPage } from './servers-page.tsx';

const serverOf = (name: string, changes: Partial<Server> = {}): Server => ({
  id: `00000000-0000-7000-8000-00000000000${name.at(-1)}`,
  name,
  version: '1.2.0',
  roles: [...serverRoles],
  state: 'RUNNING',
  startedAt: '2030-01-02T03:04:03.000Z',
  endedAt: null,
  silentSeconds: 0,
  robots: 512,
  shards: 128,
  gotSharesAt: '2030-01-02T03:04:05.000Z',
  loopDelayMs: 2,
  queuedRows: 3,
  runningJobs: ['files.clean'],
  ...changes,
});
const noDifferences: { timezone: string; from: string }[] = [];
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr')!);
const listed = (servers: Server[], isAlone = false, zoneDifferences = noDifferences) => {
  const fake = fakeServer();
  fake.on(serverCalls.list, () => ({ servers, shardCount: 256, isAlone, zoneDifferences }));
  return fake;
};

test('each server shows what it does, its robots with its shares, its load and its jobs', async () => {
  listed([serverOf('host 1'), serverOf('host 2', { state: 'SILENT', silentSeconds: 7, roles: ['jobs'] })]);
  renderPage(<ServersPage />);
  const first = await rowOf('host 1');
  for (const text of ['Version 1.2.0', '512', '128 of 256 shares', '2 ms delay', 'Delete unused files'])
    expect(first.getByText(text)).toBeTruthy();
  expect(first.getByText('3 rows wait to be stored')).toBeTruthy();
  expect(first.getByText('Console and calls · Live updates · Robots · Background jobs')).toBeTruthy();
  const second = await rowOf('host 2');
  expect(second.getByText('No sign')).toBeTruthy();
  expect(second.queryByText('Drain')).toBeNull();
  expect(screen.getByText(/^1 server needs attention/)).toBeTruthy();
});

test('a server names the robots and topics that the broker does not deliver to it', async () => {
  const notFollowed = { count: 3, serialNumbers: ['J30A1', 'J30A2'], topics: ['xAlarm'] };
  listed([serverOf('host 1', { notFollowed }), serverOf('host 2', { notFollowed, state: 'ENDED' })]);
  renderPage(<ServersPage />);
  const row = await rowOf('host 1');
  expect(row.getByText('The broker does not deliver messages of 3 robots: J30A1, J30A2, …')).toBeTruthy();
  expect(row.getByText('Not delivered of any robot: xAlarm')).toBeTruthy();
  expect(screen.getAllByText(/does not deliver/)).toHaveLength(1);
});

test('the page names the time zones in which the database has another clock', async () => {
  listed([serverOf('host 1')], true, [{ timezone: 'Africa/Casablanca', from: '2026-09-20' }]);
  renderPage(<ServersPage />);
  expect(await screen.findByText(/Africa\/Casablanca \(Sep 20, 2026\)/)).toBeTruthy();
});

test('a server is drained after a question that says what happens to its robots', async () => {
  const fake = listed([serverOf('host 1'), serverOf('host 2')]);
  fake.on(serverCalls.drain, () => ({}));
  renderPage(<ServersPage />);
  await userEvent.click((await rowOf('host 2')).getByText('Drain'));
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText(/512 robots move to the other servers/)).toBeTruthy();
  expect(fake.sentTo(serverCalls.drain)).toEqual([]);
  await userEvent.click(question.getByText('Drain'));
  expect(await screen.findByText('Draining: host 2')).toBeTruthy();
  expect(fake.sentTo(serverCalls.drain)).toEqual([{ id: serverOf('host 2').id }]);
});

test('a drained server is resumed', async () => {
  const fake = listed([serverOf('host 1'), serverOf('host 2', { state: 'DRAINING', robots: 0, shards: 0 })]);
  fake.on(serverCalls.resume, () => ({}));
  renderPage(<ServersPage />);
  await userEvent.click((await rowOf('host 2')).getByText('Resume'));
  expect(await screen.findByText('Resumed: host 2')).toBeTruthy();
  expect(fake.sentTo(serverCalls.resume)).toEqual([{ id: serverOf('host 2').id }]);
});

test('a server that is alone says so and cannot be drained', async () => {
  listed([serverOf('host 1', { shards: 256 })], true);
  renderPage(<ServersPage />);
  expect(await screen.findByText(/^One server with an embedded broker/)).toBeTruthy();
  expect(screen.queryByText('Drain')).toBeNull();
});

test('a list that cannot be read offers another try', async () => {
  fakeServer().on(serverCalls.list, () => {
    throw new Refused('internal');
  });
  renderPage(<ServersPage />);
  expect(await screen.findByText('Try again')).toBeTruthy();
});

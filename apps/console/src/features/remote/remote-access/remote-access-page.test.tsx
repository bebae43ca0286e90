import {
  companyCalls,
  deviceCalls,
  permissions,
  remoteAccessCalls,
  shellCalls,
  type RemoteAccess,
  type ShellSession,
} from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aShell } from '../../../test-kit/a-shell.ts';
import { fakeServer, renderPage, userWith } from '../../../test-kit/index.ts';
import { RemoteAccessPage } from './remote-access-page.tsx';

const deviceId = '01900000-0000-7000-8000-0000000000c1';
const view: RemoteAccess = {
  id: '01900000-0000-7000-8000-0000000000a1',
  kind: 'VIEW',
  device: { id: deviceId, sn: 'J30-1', nickname: 'Otter' },
  deviceCompany: 'Mall',
  person: 'Wei',
  company: 'Sweepline',
  byRight: 'COMPANY',
  reason: 'It stands still',
  openedAt: '2030-01-01T08:00:00.000Z',
  endedAt: '2030-01-01T08:04:00.000Z',
  camera: 'FRONT',
  end: 'LEFT',
  shellEnd: null,
  endedBy: '',
  distanceM: null,
  recordingEnd: null,
  kept: null,
};
const drive: RemoteAccess = {
  ...view,
  id: '01900000-0000-7000-8000-0000000000a2',
  kind: 'DRIVE',
  device: null,
  reason: '',
  byRight: 'SHARE',
  camera: null,
  end: 'TAKEN_OVER',
  endedBy: 'Ada',
  distanceM: 12,
};

const shell: RemoteAccess = {
  ...view,
  id: '01900000-0000-7000-8000-0000000000a3',
  kind: 'SHELL',
  camera: null,
  end: null,
  shellEnd: 'IDLE',
};

const recording: RemoteAccess = {
  ...view,
  id: '01900000-0000-7000-8000-0000000000a4',
  kind: 'RECORDING',
  end: null,
  recordingEnd: 'TIME_UP',
  kept: { state: 'STORED', durationMs: 600_000, bytes: 2_097_152, until: '2030-01-31T08:00:00.000Z' },
};

function world(list: RemoteAccess[], shells: ShellSession[] = []) {
  const server = fakeServer();
  server.on(deviceCalls.list, () => ({ list: [], total: 0 }));
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  server.on(shellCalls.list, () => ({ list: shells, total: shells.length }));
  server.on(remoteAccessCalls.list, () => ({ list, total: list.length }));
  return server;
}

test('a view and a drive show person, company, right, reason, duration and end', async () => {
  world([view, drive]);
  renderPage(<RemoteAccessPage />);
  expect((await screen.findByRole('link', { name: 'Otter' })).getAttribute('href')).toContain('tab=video');
  for (const text of [
    'It stands still',
    'Camera watched',
    'Front',
    'Permission: Role',
    'Closed',
    'Permission: Share',
  ])
    expect(screen.getAllByText(text).length, text).toBeGreaterThan(0);
  expect(screen.getAllByText('Sweepline').length).toBe(2);
  screen.getByText('Robot of another company');
  screen.getByText('Ada took over');
  expect(screen.getAllByText('Lasted 4 min').length).toBe(2);
});

test('the address filters by robot and kind', async () => {
  const server = world([view]);
  renderPage(<RemoteAccessPage />, `/?deviceId=${deviceId}&kind=VIEW`);
  await screen.findByText('Wei');
  expect(server.sentTo(remoteAccessCalls.list).at(-1)).toMatchObject({ deviceId, kind: 'VIEW' });
});

test('an export is of the filtered entries and of at most a month', async () => {
  const server = world([view]);
  server.on(remoteAccessCalls.export, () => '');
  renderPage(<RemoteAccessPage />, '/?kind=VIEW&from=2030-01-01T00:00:00.000Z&to=2030-01-20T00:00:00.000Z');
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByText('Export CSV'));
  await waitFor(() => expect(server.sentTo(remoteAccessCalls.export)).toMatchObject([{ kind: 'VIEW' }]));
});

test('without entries the page explains what it lists', async () => {
  world([]);
  renderPage(<RemoteAccessPage />);
  await screen.findByText('No one has reached a robot from afar yet');
});

test('shells that wait for the user are above the list, each with a way to it', async () => {
  const mine = aShell({ may: { approve: true } });
  const other = aShell({ id: '0193f0c2-7a31-7c55-9d0e-0000000000e2', reason: 'Not for you' });
  world([view], [mine, other]);
  renderPage(<RemoteAccessPage />);
  const waiting = await screen.findByRole('region', { name: 'Shells that wait for your approval' });
  within(waiting).getByText('Wei (Sweepline): It stands still');
  expect(within(waiting).getByRole('link').getAttribute('href')).toContain(`shell=${mine.id}`);
  expect(within(waiting).queryByText(/Not for you/)).toBeNull();
});

test('people who may not approve are not asked, and have no policy to set', async () => {
  const server = world([view]);
  renderPage(<RemoteAccessPage />, '/', userWith(permissions.remoteAccess));
  await screen.findByText('Wei');
  expect(server.sentTo(shellCalls.list)).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Approval of shells' })).toBeNull();
});

test('a company asks for its own approval with one press', async () => {
  const server = world([view]);
  let ownerApproves = false;
  server.on(shellCalls.policy, () => ({ ownerApproves, changedAt: view.openedAt, changedBy: 'Ada' }));
  server.on(shellCalls.setPolicy, (input) => {
    ({ ownerApproves } = input);
    return {};
  });
  renderPage(<RemoteAccessPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Approval of shells' }));
  await screen.findByText(/Changed by Ada/);
  const choice = screen.getByRole<HTMLInputElement>('checkbox', { name: /needs an approval of our company/ });
  await userEvent.click(choice);
  await waitFor(() => expect(server.sentTo(shellCalls.setPolicy)).toMatchObject([{ ownerApproves: true }]));
  await waitFor(() => expect(choice.checked).toBe(true));
});

test('a link to a shell shows who had it, and the list is one step back', async () => {
  const ended = aShell({ state: 'CLOSED', endReason: 'TIME_UP' });
  const server = world([view]);
  server.on(shellCalls.detail, () => ended);
  renderPage(<RemoteAccessPage />, `/?shell=${ended.id}`);
  await screen.findByText(/The time was over/);
  screen.getByText('It stands still');
  await userEvent.click(screen.getByRole('button', { name: 'Back to the list' }));
  await screen.findByRole('heading', { name: /Remote access/ });
});

test('a shell says how it ended, and its replay is one press away', async () => {
  const server = world([shell]);
  server.on(shellCalls.detail, () => aShell({ id: shell.id, state: 'CLOSED', endReason: 'IDLE' }));
  renderPage(<RemoteAccessPage />, '/?kind=SHELL');
  await screen.findByText(/5 minutes without input/);
  await userEvent.click(screen.getByRole('button', { name: 'Replay' }));
  await screen.findByText('There is nothing to replay');
  expect(screen.getByTestId('address').textContent).toContain(`shell=${shell.id}`);
});

test('a recording says what is stored and until when, and its player is one press away', async () => {
  world([recording]);
  renderPage(<RemoteAccessPage />, '/?kind=RECORDING');
  await screen.findByText('Ended after 10 minutes');
  screen.getByText(/^10 min long, 2\sMB$/);
  screen.getByText('Stored until Jan 31, 2030');
  await userEvent.click(screen.getByRole('button', { name: 'Play' }));
  await waitFor(() =>
    expect(screen.getByTestId('address').textContent).toContain(`tab=video&recording=${recording.id}`),
  );
});

test('a deleted recording says so, and cannot be played', async () => {
  world([{ ...recording, kept: { ...recording.kept!, state: 'DELETED' } }]);
  renderPage(<RemoteAccessPage />, '/?kind=RECORDING');
  await screen.findByText('Deleted');
  expect(screen.queryByRole('button', { name: 'Play' })).toBeNull();
});

test('without the permission to watch recordings an entry cannot be played', async () => {
  world([recording]);
  renderPage(<RemoteAccessPage />, '/', userWith(permissions.remoteAccess));
  await screen.findByText('Camera recorded');
  expect(screen.queryByRole('button', { name: 'Play' })).toBeNull();
});

import {
  deviceControlCalls,
  fileTransferCalls,
  shellCalls,
  shellTopic,
  type ShellSession,
  type ShellStanding,
} from '@sweepline/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SocketContext } from '../../kit/api/use-live.ts';
import { aDevice } from '../../test-kit/a-device.ts';
import { aShell, aShellStanding } from '../../test-kit/a-shell.ts';
import { FakeSocket } from '../../test-kit/fake-socket.ts';
import { fakeServer, renderPage } from '../../test-kit/index.ts';
import { DeviceShell } from './device-shell.tsx';

const { id: deviceId } = aDevice();
const at = '2030-01-01T00:00:00.000Z';
const ada = { accountId: 'person-2', name: 'Ada', company: 'Sweepline' };

function render(standing: Partial<ShellStanding> = {}, hasPassword = true) {
  const server = fakeServer();
  const socket = new FakeSocket();
  const replayed: string[] = [];
  server.on(deviceControlCalls.standing, () => ({
    right: 'COMPANY' as const,
    mayTakeOver: false,
    supported: true,
    password: hasPassword,
    grantedUntil: null,
    status: { deviceId, session: null, asking: [], ended: null, reservedFor: null },
  }));
  let present = aShellStanding(standing);
  server.on(shellCalls.standing, () => present);
  renderPage(
    <SocketContext value={socket}>
      <DeviceShell deviceId={deviceId} name="Lobby" onReplay={(id) => replayed.push(id)} />
    </SocketContext>,
  );
  const push = (changes: Partial<ShellStanding>) => {
    present = { ...present, ...changes };
    act(() => socket.push(shellTopic(deviceId), present));
  };
  return { server, socket, push, replayed };
}
/** Another person's shell: Wei, who is signed in, did not request it. */
const other = (changes: Parameters<typeof aShell>[0]) => aShell({ requester: ada, ...changes });

test('a request names the reason and the minutes, and whose approval it needs', async () => {
  const { server } = render();
  server.on(shellCalls.request, () => aShell());
  await userEvent.click(await screen.findByRole('button', { name: 'Request a shell' }));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText('A second person of your company must approve.');
  expect(within(dialog).queryByRole('checkbox')).toBeNull();
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'It stands still');
  await userEvent.clear(within(dialog).getByLabelText('Minutes'));
  await userEvent.type(within(dialog).getByLabelText('Minutes'), '10');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Request a shell' }));
  await waitFor(() =>
    expect(server.sentTo(shellCalls.request)).toEqual([
      { deviceId, reason: 'It stands still', minutes: 10, breakGlass: false },
    ]),
  );
});

test('a request without a reason is not sent', async () => {
  const { server } = render();
  await userEvent.click(await screen.findByRole('button', { name: 'Request a shell' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Request a shell' }));
  await waitFor(() => expect(dialog.querySelector('.ant-form-item-explain-error')).toBeTruthy());
  expect(server.sentTo(shellCalls.request)).toEqual([]);
});

test('the glass is broken only by people who may, after a warning', async () => {
  const { server } = render({ mayBreakGlass: true });
  server.on(shellCalls.request, () => aShell());
  await userEvent.click(await screen.findByRole('button', { name: 'Request a shell' }));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(/Everyone concerned is notified/);
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'Fire');
  await userEvent.click(within(dialog).getByRole('checkbox'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Request a shell' }));
  await waitFor(() => expect(server.sentTo(shellCalls.request)).toMatchObject([{ breakGlass: true }]));
});

test('the requester waits, sees who approved as it is pushed, and may withdraw', async () => {
  const session = aShell({ may: { end: true } });
  const { server, push } = render({ session });
  server.on(shellCalls.close, () => session);
  await screen.findByText('Waits for approval');
  screen.getByText('A second person of Sweepline');
  screen.getByText('not approved yet');
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  push({ session: { ...session, approvals: [{ side: 'REQUESTER', by: ada, at }] } });
  await screen.findByText(/approved by Ada/);
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw the request' }));
  await waitFor(() => expect(server.sentTo(shellCalls.close)).toEqual([{ id: session.id }]));
});

test('a second person approves, or refuses with a reason', async () => {
  const session = other({ may: { approve: true } });
  const { server } = render({ mayApprove: true, session });
  server.on(shellCalls.approve, () => session);
  server.on(shellCalls.refuse, () => session);
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(server.sentTo(shellCalls.approve)).toEqual([{ id: session.id }]));
  await userEvent.click(screen.getByRole('button', { name: 'Refuse' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByLabelText('Why you refuse'), 'Not now');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Refuse' }));
  await waitFor(() =>
    expect(server.sentTo(shellCalls.refuse)).toEqual([{ id: session.id, reason: 'Not now' }]),
  );
});

test('an account that the requester made reads why it may not approve', async () => {
  render({ mayApprove: true, session: other({ approvalFault: 'approverCreated' }) });
  const approve = await screen.findByRole('button', { name: 'Approve' });
  expect(approve).toHaveProperty('disabled', true);
  expect(screen.getByText('The requester created your account. Another person must approve.').id).toBe(
    approve.getAttribute('aria-describedby'),
  );
});

test('an approved shell asks for the control password first where one is due, then it is opened', async () => {
  const session = aShell({ state: 'APPROVED', may: { open: true, end: true } });
  const { server, push } = render({ passwordDue: true, session });
  server.on(deviceControlCalls.unlock, () => ({ until: at }));
  server.on(shellCalls.open, () => session);
  await userEvent.type(await screen.findByLabelText('Control-permission password'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Unlock control' }));
  await waitFor(() =>
    expect(server.sentTo(deviceControlCalls.unlock)).toEqual([{ id: deviceId, password: 'secret' }]),
  );
  expect(screen.queryByRole('button', { name: 'Open the shell' })).toBeNull();
  push({ passwordDue: false });
  await userEvent.click(await screen.findByRole('button', { name: 'Open the shell' }));
  await waitFor(() => expect(server.sentTo(shellCalls.open)).toMatchObject([{ id: session.id }]));
});

test('people who may approve observe the shell of another one and end it', async () => {
  const session = other({ state: 'RUNNING', endsAt: at, may: { join: true, end: true } });
  const { server } = render({ session });
  server.on(shellCalls.join, () => session);
  server.on(shellCalls.close, () => session);
  await userEvent.click(await screen.findByRole('button', { name: 'Observe' }));
  await waitFor(() => expect(server.sentTo(shellCalls.join)).toEqual([{ id: session.id }]));
  await userEvent.click(screen.getByRole('button', { name: 'End' }));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText('End the shell of Ada?');
  await userEvent.click(within(dialog).getByRole('button', { name: 'End' }));
  await waitFor(() => expect(server.sentTo(shellCalls.close)).toEqual([{ id: session.id }]));
});

test('the facts of a running shell unfold and fold; those of a request stand open', async () => {
  const { push } = render({ session: other({ state: 'RUNNING', may: { end: true } }) });
  const button = await screen.findByRole('button', { name: 'Details' });
  const facts = button.closest('section')!;
  expect(facts.hasAttribute('data-folded')).toBe(true);
  await userEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(facts.hasAttribute('data-folded')).toBe(false);
  push({ session: other({ state: 'REQUESTED' }) });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Details' })).toBeNull());
});

const endings: [Partial<ShellSession>, string][] = [
  [{ state: 'START_FAILED', endReason: 'HOST_KEY' }, 'another host key'],
  [{ state: 'START_FAILED', endReason: 'TIMED_OUT' }, 'did not answer in time'],
  [{ state: 'CLOSED', endReason: 'IDLE' }, '5 minutes without input'],
  [{ state: 'CLOSED', endReason: 'ENDED', endedBy: 'Ada' }, 'Ended by Ada'],
  [{ state: 'REFUSED', endedBy: 'Ada', refusal: 'Not now' }, 'Refused by Ada: Not now'],
  [{ state: 'EXPIRED' }, 'was not approved in time'],
];
test.each(endings)('%o says why, and a new one can be requested', async (changes, text) => {
  const { may: _, ...ended } = aShell();
  const { replayed } = render({ session: { ...aShell({ ...ended, ...changes, may: { replay: true } }) } });
  await screen.findByText(new RegExp(text));
  screen.getByRole('button', { name: 'Request a shell' });
  await userEvent.click(screen.getByRole('button', { name: 'Replay' }));
  expect(replayed).toEqual([ended.id]);
});

test('the control password comes before a request', async () => {
  const { push } = render({ passwordDue: true });
  await screen.findByLabelText('Control-permission password');
  expect(screen.queryByRole('button', { name: 'Request a shell' })).toBeNull();
  push({ passwordDue: false });
  await screen.findByRole('button', { name: 'Request a shell' });
});

test('without a control password the page leads to the tab where it is set', async () => {
  render({}, false);
  await screen.findByText('No control-permission password is set');
  expect(screen.getByRole('link').getAttribute('href')).toContain('tab=drive');
});

test('a later sign-in of the requester observes, and does not type', async () => {
  const session = aShell({ state: 'RUNNING', may: { join: true } });
  const { server, push } = render({ session });
  server.on(shellCalls.join, () => session);
  server.on(shellCalls.output, ({ from }) => ({ from, text: '' }));
  await screen.findByRole('button', { name: 'Observe' });
  const { requester } = session;
  push({
    session: {
      ...session,
      observers: [{ ...requester, joinedAt: at }],
      may: { ...session.may, join: false },
    },
  });
  await screen.findByText(/You observe/);
});

test.each([
  [{ supported: false }, 'This robot opens no shell'],
  [{ mayRequest: false }, 'You may not request a shell'],
  [{ online: false }, 'Lobby cannot be reached'],
])('what prevents a request is named: %o', async (standing, title) => {
  render(standing);
  await screen.findByText(title);
  expect(screen.queryByRole('button', { name: 'Request a shell' })).toBeNull();
});

test('a file is fetched beside the own running shell, by its path', async () => {
  const { server } = render({ session: aShell({ state: 'RUNNING', may: { end: true } }) });
  server.on(shellCalls.output, () => ({ from: 0, text: '' }));
  server.on(fileTransferCalls.pull, () => ({ transfers: [] }));
  await userEvent.click(await screen.findByRole('button', { name: 'Fetch a file' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByLabelText('Path on the robot'), '/data/export/report.csv');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Fetch' }));
  await waitFor(() =>
    expect(server.sentTo(fileTransferCalls.pull)).toMatchObject([
      { deviceIds: [deviceId], path: '/data/export/report.csv' },
    ]),
  );
});

test('beside the shell of another person no file is fetched', async () => {
  render({ session: other({ state: 'RUNNING', may: { join: true } }) });
  await screen.findByRole('button', { name: 'Observe' });
  expect(screen.queryByRole('button', { name: 'Fetch a file' })).toBeNull();
});

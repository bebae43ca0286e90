import { diagnosisCalls, liveLogTopic, type LiveLogPiece } from '@sweepline/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { SocketContext } from '../../../../kit/api/use-live.ts';
import { aDevice } from '../../../../test-kit/a-device.ts';
import { FakeSocket } from '../../../../test-kit/fake-socket.ts';
import { fakeServer, Refused, renderPage } from '../../../../test-kit/index.ts';
import { LiveLog } from './live-log.tsx';

const { id } = aDevice();
const at = '2030-01-01T00:00:00.000Z';
const lines = [`${at} INFO nav reached A`, `${at} ERROR drive jammed`];

function render({
  online = true,
  open = () => ({}),
}: { online?: boolean; open?: () => Record<string, never> } = {}) {
  const server = fakeServer();
  const socket = new FakeSocket();
  server.on(diagnosisCalls.openLog, open);
  server.on(diagnosisCalls.keepLog, () => ({}));
  server.on(diagnosisCalls.closeLog, () => ({}));
  const page = renderPage(
    <SocketContext value={socket}>
      <LiveLog deviceId={id} name="Lobby" online={online} />
    </SocketContext>,
  );
  const push = (piece: Partial<LiveLogPiece>) =>
    act(() => socket.push(liveLogTopic(id), { state: 'RUNNING', lines: [], skipped: 0, ...piece }));
  return { server, push, unmount: page.unmount };
}
const list = () => screen.getByRole('listbox', { name: 'Lines of the log' });
const texts = () =>
  within(list())
    .queryAllByRole('option')
    .map(({ textContent }) => textContent);

test('lines appear as they are written, and leaving the page closes the log', async () => {
  const { server, push, unmount } = render();
  await screen.findByText('Waiting for the robot…');
  push({ lines, skipped: 12 });
  await screen.findByText('The log is read as it is written');
  expect(texts()).toHaveLength(3);
  within(list()).getByText('12 lines were skipped here, because too many came');
  within(list()).getByText('jammed');
  unmount();
  await waitFor(() => expect(server.sentTo(diagnosisCalls.closeLog)).toEqual([{ deviceId: id }]));
});

test('level and text filter the lines, and the text is highlighted', async () => {
  const { push } = render();
  push({ lines });
  await userEvent.click(await screen.findByRole('button', { name: 'WARN+' }));
  expect(texts()).toHaveLength(1);
  await userEvent.type(screen.getByLabelText('Show lines with this text'), 'JAM');
  expect(list().querySelector('mark')?.textContent).toBe('jam');
  await userEvent.type(screen.getByLabelText('Show lines with this text'), 'xx');
  await screen.findByText('No line matches');
});

test('a pause holds the lines and counts the new ones', async () => {
  const { push } = render();
  push({ lines });
  await userEvent.click(await screen.findByRole('button', { name: 'Pause' }));
  push({ lines });
  await screen.findByText('Paused. 2 new lines in the meantime.');
  expect(texts()).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  expect(texts()).toHaveLength(4);
});

test('lines are marked with pointer and keyboard, and marked lines are copied', async () => {
  const user = userEvent.setup();
  vi.stubGlobal('isSecureContext', true);
  const { push } = render();
  push({ lines });
  await user.click(await screen.findByText('reached A'));
  list().focus();
  await user.keyboard('{ArrowUp} ');
  expect(screen.getAllByRole('option', { selected: true })).toHaveLength(2);
  await user.keyboard('{Home} ');
  expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Copy 1 marked line' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(lines[1]));
  await user.click(screen.getByRole('button', { name: 'Copy all' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(lines.join('\n')));
});

test('a log that ended or did not start says why and is opened again', async () => {
  const { server, push } = render();
  push({ lines });
  push({ state: 'ENDED' });
  await screen.findByText('The live log has ended');
  screen.getByText(/in the background for long/);
  await userEvent.click(screen.getByRole('button', { name: 'Read again' }));
  await waitFor(() => expect(server.sentTo(diagnosisCalls.openLog)).toHaveLength(2));
  expect(texts()).toHaveLength(2);
  push({ state: 'FAILED' });
  await screen.findByText(/did not answer in time, refused or stopped/);
});

test('the refusal of the server is the reason', async () => {
  render({
    online: false,
    open: () => {
      throw new Refused('deviceOffline');
    },
  });
  await screen.findByText('The live log did not start or broke off');
  screen.getByRole('button', { name: 'Read again' });
});

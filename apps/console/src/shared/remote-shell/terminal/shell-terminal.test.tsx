import { shellCalls, shellOutputTopic, shellRules, type ShellSession } from '@sweepline/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { SocketContext } from '../../../kit/api/use-live.ts';
import { aShell } from '../../../test-kit/a-shell.ts';
import { FakeSocket } from '../../../test-kit/fake-socket.ts';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { ShellTerminal } from './shell-terminal.tsx';

const running = aShell({ state: 'RUNNING', may: { end: true } });

function render({ isMine = true, session = running, output = 'robot$ ' } = {}) {
  const server = fakeServer();
  const socket = new FakeSocket();
  let all = output;
  server.on(shellCalls.output, ({ from }) => ({ from, text: all.slice(from) }));
  const view = (present: ShellSession, isLive: boolean) => (
    <SocketContext value={socket}>
      <ShellTerminal session={present} isMine={isMine} isLive={isLive} serverAheadMs={0} />
    </SocketContext>
  );
  renderPage(view(session, true));
  /** Output of the robot; a lost piece is not pushed. */
  const push = (text: string, isLost = false) => {
    const from = all.length;
    all += text;
    if (!isLost) act(() => socket.push(shellOutputTopic(session.id), { sessionId: session.id, from, text }));
  };
  return { server, socket, push };
}
const input = () => screen.getByLabelText<HTMLTextAreaElement>(/Terminal: type here/);
const typed = ({ sent }: FakeSocket) =>
  sent.flatMap((request) => {
    const { shell } = request as { shell?: { text?: string } };
    return shell?.text === undefined ? [] : [shell.text];
  });
/** What the terminal has, by its own copy button. */
async function content() {
  vi.stubGlobal('isSecureContext', true);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: /Copy/ }));
  return await navigator.clipboard.readText();
}
const paste = (text: string) =>
  fireEvent.paste(input(), { clipboardData: { getData: () => text, types: ['text/plain'] } });

test('output that came before, that is pushed, and that was lost on the way is written once', async () => {
  const { push } = render();
  await waitFor(async () => expect(await content()).toBe('robot$'));
  push('uptime\r\n');
  push('up 3 days\r\n', true);
  push('robot$ ');
  await waitFor(async () => expect(await content()).toBe('robot$ uptime\nup 3 days\nrobot$'));
});

test('what is typed is sent to the shell in pieces of the limit', async () => {
  const { socket } = render();
  await waitFor(async () => expect(await content()).toBe('robot$'));
  paste('uptime');
  await waitFor(() => expect(typed(socket)).toEqual(['uptime']));
  paste('x'.repeat(shellRules.maxInput + 1));
  await waitFor(() => expect(typed(socket).map(({ length }) => length)).toEqual([6, shellRules.maxInput, 1]));
});

test('a question in old output is not answered, because the answer would be input', async () => {
  const { socket, push } = render({ output: 'robot$ \u001b[6n' });
  await waitFor(async () => expect(await content()).toBe('robot$'));
  expect(typed(socket)).toEqual([]);
  push('\u001b[6n');
  await waitFor(() => expect(typed(socket)).toEqual(['\u001b[1;8R']));
});

test('a text of several lines is shown first, and sent as it was confirmed', async () => {
  const { socket } = render();
  await waitFor(async () => expect(await content()).toBe('robot$'));
  paste('df -h\n\u001brm old.log\n');
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText('Send these 2 lines?');
  within(dialog).getByText('1 control character was removed.');
  expect(typed(socket)).toEqual([]);
  await userEvent.clear(within(dialog).getByRole('textbox'));
  await userEvent.type(within(dialog).getByRole('textbox'), 'df -h{Enter}');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(typed(socket)).toEqual(['df -h\r']));
});

test('an observer cannot type or paste', async () => {
  const { socket } = render({ isMine: false });
  await waitFor(async () => expect(await content()).toBe('robot$'));
  paste('uptime');
  fireEvent.keyDown(input(), { key: 'a', keyCode: 65 });
  screen.getByText(/You observe/);
  expect(screen.queryByRole('button', { name: 'Write or paste a text' })).toBeNull();
  expect(typed(socket)).toEqual([]);
});

test('a key leaves the terminal', async () => {
  render();
  await waitFor(() => expect(document.activeElement).toBe(input()));
  fireEvent.keyDown(input(), { key: 'F6', keyCode: 117 });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search' }));
});

test('keys that a phone lacks are sent by buttons', async () => {
  const { socket } = render();
  await waitFor(async () => expect(await content()).toBe('robot$'));
  await userEvent.click(screen.getByRole('button', { name: 'Ctrl C' }));
  await waitFor(() => expect(typed(socket)).toEqual(['\u0003']));
});

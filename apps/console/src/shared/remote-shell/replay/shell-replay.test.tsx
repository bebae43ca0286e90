import { shellCalls, type ShellRecording } from '@sweepline/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { aShell } from '../../../test-kit/a-shell.ts';
import { fakeServer, Refused, renderPage } from '../../../test-kit/index.ts';
import { ShellReplay } from './shell-replay.tsx';

const recording: ShellRecording = {
  cols: 80,
  rows: 24,
  durationMs: 20_000,
  output: [
    [0, 'robot$ '],
    [1_000, 'uptime\r\n'],
    [2_000, 'up 3 days\r\nrobot$ '],
    [15_000, 'exit\r\n'],
  ],
  input: null,
};
const input: ShellRecording['input'] = [[1_000, 'uptime\r']];
const session = aShell({ state: 'CLOSED', endReason: 'EXITED', may: { replay: true, replayInput: true } });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function render(shell = session) {
  const server = fakeServer();
  server.on(shellCalls.recording, ({ withInput }) => ({
    ...recording,
    input: withInput ? input : null,
  }));
  renderPage(<ShellReplay session={shell} />);
  return server;
}
const place = () => screen.findByRole<HTMLInputElement>('slider', { name: 'Place in time' });
const lines = () => document.querySelector('.xterm-rows')?.textContent ?? '';

test('the scrubber shows the terminal at a time, also an earlier one', async () => {
  render();
  await place();
  fireEvent.change(await place(), { target: { value: '2500' } });
  await waitFor(() => expect(lines()).toContain('up 3 days'));
  screen.getByText('0:03 of 0:20');
  fireEvent.change(await place(), { target: { value: '500' } });
  await waitFor(() => expect(lines()).not.toContain('uptime'));
  await waitFor(() => expect(lines()).toContain('robot$'));
});

test('playing leaves out pauses and stops at the end', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render();
  await place();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  screen.getByRole('button', { name: 'Pause' });
  await act(() => vi.advanceTimersByTimeAsync(9_000));
  await screen.findByRole('button', { name: 'Play' });
  expect((await place()).value).toBe('20000');
});

test('a place that was found leads to its time', async () => {
  render();
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search in the output' }), '3 DAYS');
  await userEvent.click(await screen.findByRole('button', { name: /up 3 days/ }));
  expect((await place()).value).toBe('2000');
  screen.getByText('1 place');
});

test('what was typed is read with a reason, and its lines lead to their time', async () => {
  const server = render();
  const typed = await screen.findByRole('region', { name: 'What was typed' });
  const show = within(typed).getByRole<HTMLButtonElement>('button', { name: 'Show what was typed' });
  expect(show.disabled).toBe(true);
  await userEvent.type(within(typed).getByLabelText('Why you read it'), 'Complaint');
  await userEvent.click(show);
  await userEvent.click(await within(typed).findByRole('button', { name: /uptime ⏎/ }));
  expect((await place()).value).toBe('1000');
  expect(server.sentTo(shellCalls.recording)).toEqual([
    { id: session.id },
    { id: session.id, withInput: true, reason: 'Complaint' },
  ]);
});

test('people who may not approve do not see that something was typed', async () => {
  render(aShell({ may: { replay: true } }));
  await place();
  expect(screen.queryByRole('region', { name: 'What was typed' })).toBeNull();
});

test('the output is downloaded as text, with who it was and why', async () => {
  const files: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => {
        files.push(file);
        return 'blob:file';
      },
      revokeObjectURL: () => {},
    }),
  );
  render();
  await userEvent.click(await screen.findByRole('button', { name: 'Download as text' }));
  const text = await files[0]!.text();
  expect(text).toContain('Wei · Sweepline');
  expect(text).toContain('It stands still\n\nrobot$ uptime\nup 3 days\nrobot$ exit\n');
});

test('a recording that cannot be read says so', async () => {
  const server = fakeServer();
  server.on(shellCalls.recording, () => {
    throw new Refused('internal');
  });
  renderPage(<ShellReplay session={session} />);
  await screen.findByRole('button', { name: 'Try again' });
});

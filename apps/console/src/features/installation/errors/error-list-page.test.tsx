import { errorLogCalls, type ErrorGroup, type ErrorOccurrence } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, userWith, renderPage } from '../../../test-kit/index.ts';
import { ErrorListPage } from './error-list-page.tsx';

const group: ErrorGroup = {
  id: 'abc123',
  level: 'ERROR',
  desc: 'TypeError: x is undefined',
  frame: 'at draw (/assets/map.js:1:2)',
  product: 'console',
  version: '1.0.0',
  count: 1_234,
  accounts: 7,
  firstAt: '2030-01-01T00:00:00.000Z',
  lastAt: '2030-01-02T00:00:00.000Z',
  state: 'open',
  stateBy: '',
  days: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 2],
};
const occurrence = (n: number): ErrorOccurrence => ({
  id: `o${n}`,
  groupId: group.id,
  at: group.lastAt,
  time: group.lastAt,
  level: 'ERROR',
  desc: group.desc,
  username: `person${n}`,
  pageUrl: 'https://console.example/deviceManage/list',
  platform: 'Windows',
  osver: '10.0',
  deviceModel: '',
  browserName: 'Edge 141',
  lang: 'ge',
  product: 'console',
  version: '1.0.0',
  extras: { stack: `at draw (${n})`, kind: 'crash' },
});

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(errorLogCalls.groups, () => ({ list: [group], total: 1 }));
  server.on(errorLogCalls.versions, () => ({ versions: ['1.0.0'] }));
  server.on(errorLogCalls.search, () => ({ list: [occurrence(1), occurrence(2)], total: 2 }));
  server.on(errorLogCalls.setState, () => ({}));
});

test('the list shows an error once, with its count, accounts and days', async () => {
  renderPage(<ErrorListPage />);
  expect(await screen.findByText(group.desc)).toBeTruthy();
  expect(screen.getByText('1,234')).toBeTruthy();
  expect(screen.getByLabelText('6 in the last 14 days')).toBeTruthy();
});

test('a click on an error shows its stack, and buttons step through its occurrences', async () => {
  renderPage(<ErrorListPage />);
  await userEvent.click(await screen.findByText(group.desc));
  expect(await screen.findByText('person1')).toBeTruthy();
  expect(document.querySelector<HTMLTextAreaElement>('.err-stack')?.value).toBe('at draw (1)');
  await userEvent.click(screen.getByLabelText('Older occurrence'));
  expect(screen.getByText('person2')).toBeTruthy();
  expect(screen.getByTestId('address').textContent).toBe('?group=abc123');
});

test('the resolve button sets the state of the error to resolved', async () => {
  renderPage(<ErrorListPage />, '/?group=abc123');
  await userEvent.click(await screen.findByText('Resolve'));
  await waitFor(() =>
    expect(server.sentTo(errorLogCalls.setState)).toEqual([{ groupId: 'abc123', state: 'resolved' }]),
  );
  expect(await screen.findByText('Resolved error')).toBeTruthy();
});

test('the resolve button is hidden without the permission to set the state', async () => {
  renderPage(<ErrorListPage />, '/?group=abc123', userWith('M100000'));
  expect(await screen.findByText('person1')).toBeTruthy();
  expect(screen.queryByText('Resolve')).toBeNull();
});

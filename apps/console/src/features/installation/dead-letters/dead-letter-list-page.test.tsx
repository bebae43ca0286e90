import { deadLetterCalls, type DeadLetter } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { DeadLetterListPage } from './dead-letter-list-page.tsx';

const letter: DeadLetter = {
  id: '1',
  at: '2030-01-01T00:00:00.000Z',
  topic: 'vda5050/v3/JBOT/J30-0007/state',
  sn: 'J30-0007',
  reason: 'SCHEMA',
  detail: '/powerSupply/stateOfCharge',
  bytes: 9_000,
  head: btoa('{"headerId":1}'),
};
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(deadLetterCalls.list, () => ({ list: [letter], total: 1 }));
  server.on(deadLetterCalls.counters, () => ({
    counters: [
      { reason: 'LATE', count: 3 },
      { reason: 'SCHEMA', count: 1_200 },
      { reason: 'NOT_JSON', count: 0 },
      { reason: 'BRAND_NEW', count: 1 },
    ],
  }));
});
const bars = () => [...document.querySelectorAll('.sl-bar-list-name')].map(({ textContent }) => textContent);

test('reasons are counted, the most frequent first; a reason without a text shows its code', async () => {
  renderPage(<DeadLetterListPage />);
  await waitFor(() =>
    expect(bars()).toEqual(['Field missing or of wrong type', 'Arrived too late', 'BRAND_NEW']),
  );
  expect(screen.getByText('1,204 messages')).toBeTruthy();
});

test('a click on a bar filters by its reason, and a second click removes the filter', async () => {
  renderPage(<DeadLetterListPage />);
  await userEvent.click(await screen.findByText('Arrived too late'));
  await waitFor(() => expect(server.sentTo(deadLetterCalls.list).at(-1)).toMatchObject({ reason: 'LATE' }));
  await userEvent.click(screen.getByText('Arrived too late', { selector: '.sl-bar-list-name' }));
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(''));
});

test('an opened message shows its fault and its payload', async () => {
  renderPage(<DeadLetterListPage />);
  await userEvent.click(await screen.findByText('View'));
  expect(await screen.findByText('SCHEMA · /powerSupply/stateOfCharge')).toBeTruthy();
  expect(document.querySelector<HTMLTextAreaElement>('.dl-payload')?.value).toBe('{\n  "headerId": 1\n}');
  expect(screen.getByText(/first 4 KB of 8.79 KB/)).toBeTruthy();
});

import { subscriptionCalls } from '@sweepline/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, Refused, renderPage } from '../../../test-kit/index.ts';
import { UnsubscribePage } from './unsubscribe-page.tsx';

const info = { name: 'Night shift', address: 'lin@mall.example', unsubscribedAt: null };

/** The page of a mail link: its reader is not signed in. */
function showPage(answer: () => typeof info | { unsubscribedAt: string; name: string; address: string }) {
  const server = fakeServer();
  server.on(subscriptionCalls.unsubscribeInfo, answer);
  server.on(subscriptionCalls.unsubscribe, () => ({}));
  renderPage(<UnsubscribePage token="token-1" />, '/', null);
  return server;
}

test('opening the link ends nothing; one click does', async () => {
  const server = showPage(() => info);
  expect(await screen.findByText('Unsubscribe from “Night shift”?')).toBeTruthy();
  expect(server.sentTo(subscriptionCalls.unsubscribe)).toEqual([]);
  fireEvent.click(screen.getByText('Unsubscribe'));
  expect(await screen.findByText('You are off the list')).toBeTruthy();
  expect(screen.getByText('“Night shift” is no longer sent to lin@mall.example.')).toBeTruthy();
  expect(server.sentTo(subscriptionCalls.unsubscribe)).toEqual([{ token: 'token-1' }]);
});

test('a link that was used before needs no further click', async () => {
  showPage(() => ({ ...info, unsubscribedAt: '2030-01-01T00:00:00.000Z' }));
  expect(await screen.findByText('You are off the list')).toBeTruthy();
  expect(screen.queryByText('Unsubscribe')).toBeNull();
});

test('a link of a deleted subscription is reported as no longer valid', async () => {
  showPage(() => {
    throw new Refused('notFound');
  });
  expect(await screen.findByText('This link is no longer valid')).toBeTruthy();
});

test('a refused request leaves the button for another try', async () => {
  const server = showPage(() => info);
  server.on(subscriptionCalls.unsubscribe, () => {
    throw new Refused('internal');
  });
  fireEvent.click(await screen.findByText('Unsubscribe'));
  expect(await screen.findByText(new Refused('internal').message)).toBeTruthy();
  expect(screen.getByText('Unsubscribe')).toBeTruthy();
  expect(screen.queryByText('You are off the list')).toBeNull();
});

import { subscriptionCalls, type Delivery, type Subscription } from '@sweepline/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, Refused, renderPage } from '../../../test-kit/index.ts';
import { SubscriptionListPage } from './subscription-list-page.tsx';

const weekly: Subscription = {
  id: '01900000-0000-7000-8000-0000000000a1',
  name: 'Lobby, weekly',
  companyName: 'Mall',
  every: 'WEEK',
  weekday: 1,
  monthDay: 1,
  clock: '07:00',
  timezone: 'Europe/Berlin',
  lang: 'en',
  area: 'M2',
  volume: 'LITRE',
  onlyCompany: null,
  site: null,
  devices: [],
  readers: [{ id: 'r', accountId: null, name: 'Boss', address: 'boss@example.com', unsubscribedAt: null }],
  enabled: true,
  nextAt: '2030-01-07T06:00:00.000Z',
  version: 1,
  updatedBy: 'wei',
  last: { state: 'SENT', at: '2030-01-01T06:00:00.000Z', reason: '' },
  updatedAt: '2030-01-01T00:00:00.000Z',
};
const sent: Delivery = {
  id: '01900000-0000-7000-8000-0000000000b1',
  address: 'boss@example.com',
  lang: 'en',
  from: '2029-12-24',
  to: '2029-12-30',
  byHand: false,
  state: 'SENT',
  attempts: 1,
  reason: '',
  dueAt: '2030-01-01T06:00:00.000Z',
  createdAt: '2030-01-01T06:00:00.000Z',
  hasDocument: true,
  sentAt: '2030-01-01T06:00:01.000Z',
};

function world(rows: Subscription[]) {
  const server = fakeServer();
  server.on(subscriptionCalls.mail, () => ({ from: 'reports@example.com' }) as never);
  server.on(subscriptionCalls.list, () => ({ list: rows, total: rows.length }));
  server.on(subscriptionCalls.deliveries, () => ({ list: [sent], total: 1 }));
  return server;
}

test('a row shows the recipients, and its log shows the mails with a document', async () => {
  world([weekly]);
  renderPage(<SubscriptionListPage />);
  expect(await screen.findByText('Boss')).toBeTruthy();
  await userEvent.click(screen.getByText('Lobby, weekly'));
  expect(await screen.findByText('boss@example.com')).toBeTruthy();
  expect(screen.getByText(/with PDF/)).toBeTruthy();
  expect(screen.getByText('Jan 7, 2030, 07:00 (UTC+1)')).toBeTruthy();
});

test('an empty list offers to add a subscription', async () => {
  world([]);
  renderPage(<SubscriptionListPage />);
  expect(await screen.findByText('No subscriptions yet')).toBeTruthy();
  expect(screen.getAllByText('Add subscription').length).toBeGreaterThan(0);
});

test('a server without mail shows a warning, and a failed list offers a retry', async () => {
  const server = world([weekly]);
  server.on(subscriptionCalls.mail, () => ({ from: null }) as never);
  server.on(subscriptionCalls.list, () => {
    throw new Refused('internal');
  });
  renderPage(<SubscriptionListPage />);
  expect(await screen.findByText(/Mail is not set up/)).toBeTruthy();
  const again = await screen.findByText('Try again');
  server.on(subscriptionCalls.list, () => ({ list: [weekly], total: 1 }));
  await userEvent.click(again);
  expect(await screen.findByText('Lobby, weekly')).toBeTruthy();
});

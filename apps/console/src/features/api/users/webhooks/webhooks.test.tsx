import {
  apiEventCalls,
  apiUserCalls,
  fieldReason,
  pages,
  permissions,
  webhookCalls,
  webhookDeliveryCalls,
  type ApiUserDetail,
  type ListedEvent,
  type Webhook,
  type WebhookDelivery,
} from '@sweepline/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, Refused, renderPage, userWith } from '../../../../test-kit/index.ts';
import { ApiUserPage } from '../api-user-page.tsx';

const id = (last: string) => `01900000-0000-7000-8000-0000000000${last}`;
const user: ApiUserDetail = {
  id: id('a1'),
  companyId: id('c1'),
  companyName: 'Mall',
  name: 'Reporting',
  contactName: '',
  contactEmail: '',
  validFrom: '2029-12-01T00:00:00.000Z',
  validUntil: '2031-01-01T00:00:00.000Z',
  addresses: [],
  callsPerDay: 10_000,
  callsPerSecond: 5,
  state: 'ENABLED',
  keys: 0,
  lastUsedAt: null,
  suspendedAt: null,
  suspendedBy: null,
  revokedAt: null,
  revokedBy: null,
  createdAt: '2029-12-01T00:00:00.000Z',
  createdBy: 'Wei',
  version: 1,
  keyList: [],
  today: [],
};
const hook: Webhook = {
  id: id('b1'),
  userId: user.id,
  userName: user.name,
  companyId: user.companyId,
  companyName: 'Mall',
  name: 'Building',
  url: 'https://erp.example/events',
  mode: 'THIN',
  events: ['run.finished', 'alarm.raised'],
  state: 'DISABLED',
  disabledFor: 'FAILING',
  disabledAt: '2029-12-06T00:00:00.000Z',
  failingSince: '2029-12-01T00:00:00.000Z',
  lastSuccessAt: null,
  pausedUntil: null,
  formerUntil: null,
  waiting: 12,
  createdAt: '2029-12-01T00:00:00.000Z',
  createdBy: 'Wei',
  version: 1,
};
const delivery: WebhookDelivery = {
  id: id('d1'),
  webhookId: hook.id,
  eventId: id('e1'),
  type: 'run.finished',
  at: '2029-12-05T00:00:00.000Z',
  state: 'FAILED',
  attempts: 10,
  nextAt: null,
  lastAttemptAt: '2029-12-06T00:00:00.000Z',
  status: 503,
  failure: 'STATUS',
};

function world(rows: Webhook[] = [hook]) {
  const server = fakeServer();
  server.on(apiUserCalls.detail, () => user);
  server.on(webhookCalls.list, () => ({ list: rows, total: rows.length }));
  server.on(webhookDeliveryCalls.list, () => ({ list: [delivery], total: 1 }));
  return server;
}
const at = (tab: string) => pages.apiUser({ id: user.id, tab });

test('a webhook that failed for five days says so and is enabled from its menu', async () => {
  const server = world();
  server.on(webhookCalls.enable, () => ({ ...hook, state: 'ENABLED' as const }));
  renderPage(<ApiUserPage />, at('webhooks'));
  const row = (await screen.findByText('Building')).closest('tr') ?? document.body;
  expect(within(row).getByText('failed for five days')).toBeTruthy();
  expect(within(row).getByText('2 events')).toBeTruthy();
  await userEvent.click(within(row).getByLabelText(/Building/));
  await userEvent.click(await screen.findByText('Enable'));
  expect(await screen.findByText('Enabled Building')).toBeTruthy();
  expect(server.sentTo(webhookCalls.enable)).toEqual([{ id: hook.id }]);
});

test('a new webhook shows its secret once, and a refused address is told at its field', async () => {
  const server = world([]);
  const secret = 'whsec_c2VjcmV0';
  let isRefused = true;
  server.on(webhookCalls.add, () => {
    if (isRefused) throw new Refused('invalid', { url: fieldReason('WEBHOOK_ADDRESS_FORM') });
    return { webhook: hook, secret };
  });
  renderPage(<ApiUserPage />, at('webhooks'));
  await userEvent.click((await screen.findAllByText('Add webhook'))[0]!);
  const form = await screen.findByRole('dialog');
  await userEvent.type(within(form).getByLabelText('Address'), 'http://erp.example');
  await userEvent.click(within(form).getByLabelText('Events'));
  await userEvent.click(await screen.findByText('Run finished (run.finished)'));
  await userEvent.click(within(form).getByRole('button', { name: 'Add webhook' }));
  expect(await within(form).findByText(/begins with https/)).toBeTruthy();
  isRefused = false;
  await userEvent.click(within(form).getByRole('button', { name: 'Add webhook' }));
  expect(await screen.findByText(secret)).toBeTruthy();
  expect(server.sentTo(webhookCalls.add)).toMatchObject([
    { userId: user.id, events: ['run.finished'], mode: 'SNAPSHOT' },
    { url: 'http://erp.example' },
  ]);
});

test('a delivery shows its attempts with request and answer and is sent again', async () => {
  const server = world();
  server.on(webhookDeliveryCalls.replay, () => delivery);
  server.on(webhookDeliveryCalls.detail, () => ({
    ...delivery,
    attemptList: [
      {
        id: id('f1'),
        at: delivery.at,
        kind: 'SCHEDULE' as const,
        durationMs: 42,
        status: 503,
        failure: 'STATUS' as const,
        answer: 'out of order',
        request: {
          url: hook.url,
          mode: 'THIN' as const,
          headers: { 'webhook-id': delivery.eventId },
          body: '{"type":"run.finished"}',
        },
      },
    ],
  }));
  renderPage(<ApiUserPage />, at('deliveries'));
  const row = (await screen.findByText('Run finished')).closest('tr') ?? document.body;
  expect(within(row).getByText('Answer 503')).toBeTruthy();
  expect(await within(row).findByText('Building')).toBeTruthy();
  await userEvent.click(within(row).getByText('Send again'));
  expect(await screen.findByText('The event is on its way')).toBeTruthy();
  await userEvent.click(within(row).getByText('Run finished'));
  expect(await screen.findByText('out of order')).toBeTruthy();
  expect(screen.getByText(/webhook-id: 01900000/)).toBeTruthy();
});

test('the events of an API user are listed with their positions', async () => {
  const server = world();
  const event: ListedEvent = {
    id: id('e1'),
    type: 'alarm.raised',
    at: '2029-12-05T00:00:00.000Z',
    position: 1_234,
    companyId: user.companyId,
    robotId: id('91'),
    siteId: null,
    related: { type: 'alarm', id: id('92'), path: null },
    data: { code: '20104' },
    companyName: 'Mall',
    robotName: 'Robot 1',
  };
  server.on(apiEventCalls.list, () => ({ list: [event], total: 1 }));
  renderPage(<ApiUserPage />, at('events'));
  const row = (await screen.findByText('alarm.raised')).closest('tr') ?? document.body;
  expect(within(row).getByText('1,234')).toBeTruthy();
  await userEvent.click(within(row).getByText('Alarm raised'));
  expect(await screen.findByText(/"code": "20104"/)).toBeTruthy();
  expect(server.sentTo(apiEventCalls.list)[0]).toMatchObject({ userId: user.id });
});

test('an account that may only look sees no acts', async () => {
  world();
  renderPage(<ApiUserPage />, at('webhooks'), userWith(permissions.apiAccess));
  await screen.findByText('Building');
  for (const text of ['Add webhook', 'Send test event']) expect(screen.queryByText(text)).toBeNull();
});

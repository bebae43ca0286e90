import {
  alarmTellingCalls,
  codeTellingCalls,
  deviceCalls,
  escalationCalls,
  noticeSettingCalls,
  type EscalationPolicy,
} from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, Refused, renderPage, userWith } from '../../../test-kit/index.ts';
import { PolicyPage } from './policy-page.tsx';

const account = '01900000-0000-7000-8000-0000000000c1';
const night: EscalationPolicy = {
  id: '01900000-0000-7000-8000-0000000000a1',
  companyId: '01900000-0000-7000-8000-0000000000b1',
  companyName: 'Mall',
  name: 'Night',
  steps: [
    { afterMinutes: 5, targets: [{ kind: 'ACCOUNT', id: account, name: 'Wei' }], channels: ['BELL'] },
    { afterMinutes: 30, targets: [{ kind: 'PARENT', id: null, name: null }], channels: ['BELL'] },
  ],
  remindMinutes: 10,
  processFromLevel: null,
  version: 2,
  updatedAt: '2030-01-01T00:00:00.000Z',
  updatedBy: 'wei',
};

function world(list: EscalationPolicy[] = [night]) {
  const server = fakeServer();
  server.on(escalationCalls.list, () => ({ list, total: list.length }));
  server.on(escalationCalls.update, () => night);
  server.on(escalationCalls.create, () => night);
  server.on(deviceCalls.list, () => ({ list: [], total: 0 }) as never);
  server.on(noticeSettingCalls.receivers, () => ({ accounts: [], roles: [], canMail: true }));
  return server;
}

test('a policy shows its steps and its reminder, and a save sends both', async () => {
  const server = world();
  renderPage(<PolicyPage />);
  expect(await screen.findByText('after 5 minutes: Wei → after 30 minutes: Company above')).toBeTruthy();
  expect(screen.getByText('Every 10 minutes')).toBeTruthy();
  await userEvent.click(screen.getByLabelText(/Night/));
  await userEvent.click(await screen.findByText('Edit'));
  await userEvent.click(await screen.findByText('Save'));
  await waitFor(() =>
    expect(server.sentTo(escalationCalls.update)).toEqual([
      {
        id: night.id,
        version: 2,
        name: 'Night',
        steps: [
          { afterMinutes: 5, targets: [{ kind: 'ACCOUNT', id: account }], channels: ['BELL'] },
          { afterMinutes: 30, targets: [{ kind: 'PARENT' }], channels: ['BELL'] },
        ],
        remindMinutes: 10,
        processFromLevel: null,
      },
    ]),
  );
});

test('a refused policy stays open and says why', async () => {
  const server = world([]);
  server.on(escalationCalls.create, () => {
    throw new Refused('nameTaken');
  });
  renderPage(<PolicyPage />);
  await userEvent.click((await screen.findAllByText('Add policy'))[0]!);
  await userEvent.click(await screen.findByText('Add step'));
  await userEvent.click(screen.getByText('Save'));
  expect(await screen.findByText(new Refused('nameTaken').message)).toBeTruthy();
});

test('who may not change policies reads them and checks whom an alarm would reach', async () => {
  const server = world();
  server.on(alarmTellingCalls.dryRun, () => ({}) as never);
  server.on(codeTellingCalls.detail, () => ({}) as never);
  renderPage(<PolicyPage />, '/', userWith('M700115'));
  expect(await screen.findByText('Night')).toBeTruthy();
  expect(screen.queryByText('Add policy')).toBeNull();
  expect(screen.queryByText('Policies of codes')).toBeNull();
  await userEvent.click(screen.getByText('Who would be notified?'));
  expect(await screen.findByText(/Nothing is sent/)).toBeTruthy();
});

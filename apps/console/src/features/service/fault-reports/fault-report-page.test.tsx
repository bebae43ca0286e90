import { faultCodeCalls, faultReportCalls, permissions } from '@sweepline/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, Refused, renderPage, userWith } from '../../../test-kit/index.ts';
import { FaultCodesTab } from './fault-codes-tab.tsx';
import { FaultReportPage } from './fault-report-page.tsx';
import { ReceiptPage } from './receipt-page.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(faultReportCalls.look, () => ({ nickname: 'Otter', model: 'J30' }));
});

test('a report is sent with a choice, and only with one', async () => {
  const sent: unknown[] = [];
  server.on(faultReportCalls.add, (input) => {
    sent.push(input);
    return { receipt: 'receipt_abc', tickets: [] };
  });
  renderPage(<FaultReportPage token="fault_abc" />, '/import', null);
  expect(await screen.findByRole('heading', { name: 'Otter' })).toBeTruthy();
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send report' });
  expect(send.disabled).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'It loses water' }));
  await userEvent.type(screen.getByLabelText('Details (optional)'), 'At the lift');
  await userEvent.click(send);
  await expect.poll(() => sent).toMatchObject([{ choice: 'LOSES_WATER', text: 'At the lift' }]);
});

test('a code that is gone says so, and offers no form', async () => {
  server.on(faultReportCalls.look, () => {
    throw new Refused('faultCodeGone');
  });
  renderPage(<FaultReportPage token="fault_abc" />, '/import', null);
  expect(await screen.findByText('This code does not work')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send report' })).toBeNull();
});

test('a receipt marks the step that the order has reached', async () => {
  server.on(faultReportCalls.state, () => ({
    state: 'PROCESSING' as const,
    at: '2030-01-08T00:00:00.000Z',
    nickname: 'Otter',
    model: 'J30',
  }));
  renderPage(<ReceiptPage receipt="receipt_abc" />, '/import', null);
  const step = (await screen.findByText('Somebody is taking care of it')).closest('li')!;
  expect(step.getAttribute('aria-current')).toBe('step');
});

test('a new code is shown once as a label with its address', async () => {
  server.on(faultCodeCalls.list, () => ({ list: [] }));
  const code = {
    id: '01900000-0000-7000-8001-000000000001',
    deviceId: '01900000-0000-7000-8001-000000000002',
    note: '',
    state: 'OPEN' as const,
    createdAt: '2030-01-08T00:00:00.000Z',
    createdBy: 'Mei',
    revokedAt: null,
    revokedBy: null,
    reports: 0,
    lastReportAt: null,
  };
  server.on(faultCodeCalls.add, () => ({ token: 'fault_xyz', code }));
  const device = { id: code.deviceId, nickname: 'Otter', model: 'J30' };
  renderPage(<FaultCodesTab detail={{ device }} />, '/device/detail', userWith(permissions.deviceUpdate));
  await userEvent.click(await screen.findByRole('button', { name: 'Make a code' }));
  await userEvent.click((await screen.findAllByRole('button', { name: 'Make a code' })).at(-1)!);
  expect(await screen.findByText('Something wrong with this robot?')).toBeTruthy();
  expect(screen.getByText(/The code is shown only now/)).toBeTruthy();
});

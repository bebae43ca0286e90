import { workOrderCalls } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { anAlarm } from '../../test-kit/an-alarm.ts';
import { aWorkOrder, aWorkOrderDetail } from '../../test-kit/a-work-order.ts';
import { fakeServer, renderPage } from '../../test-kit/index.ts';
import { AlarmWorkOrder } from './alarm-work-order.tsx';

const alarm = anAlarm({ description: 'Hair in the brush' });
const proposal = { type: 'FAULT', level: 'SERIOUS', faultType: 'CLEANING' } as const;

let server: ReturnType<typeof fakeServer>;
beforeEach(() => (server = fakeServer()));

test('a form is filled in with what the alarm proposes, and names the open orders of the robot', async () => {
  server.on(workOrderCalls.propose, () => ({ ...proposal, isSuggested: false, open: null }));
  server.on(workOrderCalls.list, () => ({ list: [aWorkOrder({ name: 'Half-year service' })], total: 1 }));
  server.on(workOrderCalls.add, () => ({ ...aWorkOrderDetail(), isNew: true }));
  renderPage(<AlarmWorkOrder alarm={alarm} name="Brush is jammed" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Make a work order' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/Half-year service/)).toBeTruthy();
  expect(server.sentTo(workOrderCalls.add)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Submit work order' }));
  await waitFor(() =>
    expect(server.sentTo(workOrderCalls.add)).toMatchObject([
      {
        ...proposal,
        name: 'Brush is jammed',
        description: 'Brush is jammed. Hair in the brush',
        deviceId: alarm.deviceId,
        alarmId: alarm.id,
      },
    ]),
  );
});

test('an alarm with an open order leads there', async () => {
  const open = { id: '01900000-0000-7000-8000-0000000000e1', number: '2030-000001', companyCode: 'PLA' };
  server.on(workOrderCalls.propose, () => ({ ...proposal, isSuggested: false, open }));
  renderPage(<AlarmWorkOrder alarm={alarm} name="Brush is jammed" />);
  expect((await screen.findByText('Open work order')).getAttribute('href')).toBe(
    `/workOrder/detail?id=${open.id}`,
  );
});

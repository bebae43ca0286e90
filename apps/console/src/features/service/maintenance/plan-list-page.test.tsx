import {
  deviceCalls,
  deviceGroupCalls,
  maintenancePlanCalls,
  siteCalls,
  type MaintenanceDue,
  type MaintenancePlan,
} from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { PlanListPage } from './plan-list-page.tsx';

const id = (n: number) => `01900000-0000-7000-8000-0000000000${n}`;
const plan: MaintenancePlan = {
  id: id(11),
  companyId: id(12),
  companyName: 'Mall',
  name: 'Quarterly check',
  type: 'INSPECTION',
  work: 'Check the brushes',
  triggers: [
    { kind: 'DAYS', value: 90, part: null },
    { kind: 'PART_PERCENT', value: 20, part: 'mainBrush' },
  ],
  anchor: 'FLOATING',
  models: ['J30'],
  groups: [],
  sites: [],
  devices: [],
  templateId: null,
  level: 'GENERAL',
  leadDays: 7,
  active: true,
  robots: 12,
  overdue: 2,
  soon: 3,
  nextDueAt: '2030-02-01T00:00:00.000Z',
  version: 4,
  updatedAt: '2030-01-01T00:00:00.000Z',
  updatedBy: 'wei',
};
const due: MaintenanceDue = {
  id: id(21),
  planId: plan.id,
  planName: plan.name,
  device: { id: id(22), name: 'Heron', sn: 'J30C0001', model: 'J30' },
  site: null,
  companyName: 'Mall',
  state: 'OVERDUE',
  dueAt: '2030-01-01T00:00:00.000Z',
  reason: { kind: 'HOURS', value: 200, part: null, present: 210 },
  since: '2029-10-01T00:00:00.000Z',
  checkedAt: '2030-01-01T00:00:00.000Z',
  order: { id: id(23), number: '2030-000004', companyCode: 'MAL' },
};

function world() {
  const server = fakeServer();
  server.on(maintenancePlanCalls.list, () => ({ list: [plan], total: 1 }));
  server.on(maintenancePlanCalls.dues, () => ({ list: [due], total: 1 }));
  server.on(maintenancePlanCalls.preview, () => ({ total: 1, list: [due] }));
  server.on(maintenancePlanCalls.update, () => plan);
  server.on(maintenancePlanCalls.skip, () => due);
  server.on(deviceCalls.list, () => ({ list: [], total: 0 }) as never);
  server.on(deviceGroupCalls.list, () => ({ list: [], total: 0 }) as never);
  server.on(siteCalls.list, () => ({ list: [], total: 0 }) as never);
  return server;
}

test('a plan shows its triggers and how many robots are due; its editor previews and saves them', async () => {
  const server = world();
  renderPage(<PlanListPage />);
  expect(await screen.findByText('every 90 days or Main brush at 20 %')).toBeTruthy();
  expect(screen.getByText('2 overdue')).toBeTruthy();
  expect(screen.getByText('3 due soon')).toBeTruthy();
  await userEvent.click(screen.getByLabelText(/Quarterly check/));
  await userEvent.click(await screen.findByText('Edit'));
  expect(await screen.findByText('210 of 200 operating hours')).toBeTruthy();
  expect(server.sentTo(maintenancePlanCalls.preview)[0]).toMatchObject({
    id: plan.id,
    models: ['J30'],
    triggers: plan.triggers,
  });
  await userEvent.click(screen.getAllByLabelText('Remove trigger')[1]!);
  await userEvent.click(screen.getByText('Save', { selector: 'span' }));
  await waitFor(() =>
    expect(server.sentTo(maintenancePlanCalls.update)).toMatchObject([
      { id: plan.id, version: 4, models: ['J30'], triggers: [plan.triggers[0]] },
    ]),
  );
});

test('a plan without a trigger is refused at the field before it is sent', async () => {
  const server = world();
  renderPage(<PlanListPage />);
  await userEvent.click(await screen.findByLabelText(/Quarterly check/));
  await userEvent.click(await screen.findByText('Edit'));
  for (const button of (await screen.findAllByLabelText('Remove trigger')).toReversed())
    await userEvent.click(button);
  await userEvent.click(screen.getByText('Save', { selector: 'span' }));
  await waitFor(() => expect(document.querySelector('.ant-form-item-explain-error')).not.toBeNull());
  expect(server.sentTo(maintenancePlanCalls.update)).toEqual([]);
});

test('a link with a robot leads to what is due on it, and one time is skipped with a reason', async () => {
  const server = world();
  renderPage(<PlanListPage />, `/maintenance/plans?deviceId=${due.device.id}`);
  expect(await screen.findByText('Heron')).toBeTruthy();
  expect(screen.getByText('MAL-2030-000004').getAttribute('href')).toContain(due.order!.id);
  await userEvent.click(screen.getByLabelText(/Heron/));
  await userEvent.click(await screen.findByText('Skip this time'));
  await userEvent.type(await screen.findByLabelText('Reason'), 'Closed');
  await userEvent.click(screen.getByText('Skip'));
  await waitFor(() =>
    expect(server.sentTo(maintenancePlanCalls.skip)).toEqual([{ id: due.id, reason: 'Closed' }]),
  );
});

import {
  videoCalls,
  permissions,
  workOrderActCalls,
  workOrderCalls,
  type Permission,
  type WorkOrderDetail,
} from '@sweepline/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aWorkOrderDetail } from '../../../../test-kit/a-work-order.ts';
import { fakeServer, renderPage, typeDate, userWith } from '../../../../test-kit/index.ts';
import { WorkOrderDetailPage } from './work-order-detail-page.tsx';

const at = '2030-01-02T08:00:00.000Z';
const max = { id: '01900000-0000-7000-8000-0000000000b2', name: 'Max', mine: false };
const inWork: Partial<WorkOrderDetail> = {
  state: 'PROCESSING',
  assignee: max,
  contactNumber: '+81 3 5550 100',
  dispatchedAt: at,
};

let server: ReturnType<typeof fakeServer>;
beforeEach(() => (server = fakeServer()));
function show(changes: Partial<WorkOrderDetail> = {}, ...allowed: Permission[]) {
  const order = aWorkOrderDetail(changes);
  server.on(workOrderCalls.detail, () => order);
  renderPage(
    <WorkOrderDetailPage />,
    `/?id=${order.id}`,
    allowed.length > 0 ? userWith(permissions.workOrders, ...allowed) : undefined,
  );
  return order;
}

test('the page says what is wrong, who comes when in the time of the site, and who pays', async () => {
  show({
    ...inWork,
    appointment: { from: '2030-01-03T01:00:00.000Z', until: '2030-01-03T02:00:00.000Z' },
    warranty: 'OUT_OF_WARRANTY',
    contactName: 'Yuki',
    siteNumber: '+81 3 5550 200',
  });
  expect(await screen.findByText('It stopped at the west door')).toBeTruthy();
  expect(screen.getByText('+81 3 5550 200').getAttribute('href')).toBe('tel:+8135550200');
  expect(screen.getByText('+81 3 5550 100').getAttribute('href')).toBe('tel:+8135550100');
  expect(screen.getByText(/10:00.*11:00/)).toBeTruthy();
  expect(screen.getByText('Jan 3, 2030, 10:00–11:00 (UTC+9)').title).toContain('Asia/Tokyo (UTC+9)');
  expect(screen.getByText(/the customer pays for labour and parts/)).toBeTruthy();
  const steps = within(screen.getByRole('list', { name: 'Status' }));
  expect(steps.getByText('In process').closest('li')?.getAttribute('aria-current')).toBe('step');
});

test('only the acts of the state and of the permissions are offered', async () => {
  show(inWork, permissions.orderWork, permissions.orderReopen);
  expect(await screen.findByRole('button', { name: 'Set waiting' })).toBeTruthy();
  for (const name of ['Dispatch to another', 'Resolve', 'Reopen'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('a waiting order shows that its clock stands, and goes on with one press', async () => {
  show({ ...inWork, waiting: { for: 'PART', since: at } }, permissions.orderWork);
  server.on(workOrderActCalls.wait, () => aWorkOrderDetail(inWork));
  expect((await screen.findAllByText('Clock stands')).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  await waitFor(() =>
    expect(server.sentTo(workOrderActCalls.wait)).toMatchObject([{ version: 1, waitingFor: null }]),
  );
});

test('dispatching proposes people with the reason, takes the number of the account, and reads the time in the zone of the site', async () => {
  const order = show({}, permissions.orderDispatch);
  server.on(workOrderCalls.technicians, () => ({
    list: [
      {
        id: max.id,
        name: 'Max',
        companyName: 'Agent',
        phone: '+81 3 5550 100',
        isTechnician: true,
        openOrders: 1,
        fixedHere: 3,
        sameFault: 4,
        distanceM: 2_300,
        isLinkedFae: true,
      },
    ],
    total: 1,
  }));
  server.on(workOrderActCalls.dispatch, () => aWorkOrderDetail(inWork));
  await userEvent.click(await screen.findByRole('button', { name: 'Dispatch' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(await dialog.findByRole('radio'));
  expect(
    dialog.getByText(
      'Technician · Fixed this robot 3 times · Fixed this fault 4 times · Linked technical support · 2.3 km from another open order · 1 open work order',
    ),
  ).toBeTruthy();
  const number = dialog.getByLabelText<HTMLInputElement>('Contact number');
  expect(number.value).toBe('+81 3 5550 100');
  typeDate(await dialog.findByLabelText('Appointment'), '2030-01-03 10:00');
  await userEvent.click(dialog.getByRole('button', { name: 'Dispatch' }));
  await waitFor(() =>
    expect(server.sentTo(workOrderActCalls.dispatch)).toMatchObject([
      {
        id: order.id,
        version: 1,
        assigneeId: max.id,
        contactNumber: '+81 3 5550 100',
        appointment: { from: '2030-01-03T01:00:00.000Z', until: '2030-01-03T02:00:00.000Z' },
      },
    ]),
  );
});

test('an order that was never dispatched can only be withdrawn', async () => {
  show({}, permissions.orderResolve);
  server.on(workOrderActCalls.resolve, () => aWorkOrderDetail({ state: 'RESOLVED' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Resolve' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Resolve' }));
  await waitFor(() =>
    expect(server.sentTo(workOrderActCalls.resolve)).toMatchObject([{ resolution: 'WITHDRAWN' }]),
  );
});

test('an internal note is offered with its permission only, and is marked in the history', async () => {
  const note = {
    id: 'n1',
    kind: 'COMMENTED' as const,
    at,
    by: { name: 'Max', mine: false },
    text: 'Goodwill',
    isInternal: true,
    changes: {},
  };
  show({ events: [note] }, permissions.orderInternal);
  server.on(workOrderActCalls.comment, () => aWorkOrderDetail());
  const entry = (await screen.findByText('Goodwill')).closest('li')!;
  expect(within(entry).getByText('Internal')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox'), 'No charge');
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Add comment' }));
  await waitFor(() =>
    expect(server.sentTo(workOrderActCalls.comment)).toMatchObject([{ text: 'No charge', internal: true }]),
  );
});

test('without the permission there is no internal note, and the page of a withdrawn order says why nothing is proven', async () => {
  show(
    {
      state: 'RESOLVED',
      resolution: 'WITHDRAWN',
      resolvedAt: at,
      resolutionText: 'It was the plug',
      verification: 'NOT_POSSIBLE',
      verificationObstacle: 'NOTHING_REPAIRED',
    },
    permissions.orderCreate,
  );
  expect(await screen.findByText('It was the plug')).toBeTruthy();
  expect(screen.getByText('Nothing was repaired.')).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('the publisher rates with stars', async () => {
  show({ state: 'RESOLVED', resolution: 'FIXED', resolvedAt: at, rateUntil: '2030-02-01T08:00:00.000Z' });
  server.on(workOrderActCalls.rate, () => aWorkOrderDetail({ rating: 4 }));
  await userEvent.click(await screen.findByRole('radio', { name: '4 stars' }));
  await userEvent.click(screen.getByRole('button', { name: 'Rate' }));
  await waitFor(() => expect(server.sentTo(workOrderActCalls.rate)).toMatchObject([{ rating: 4, text: '' }]));
});

test('an open order of a robot with cameras takes a snapshot, a resolved one does not', async () => {
  const right = {
    right: 'COMPANY' as const,
    reasonDue: false,
    isAllowed: true,
    hasConsent: true,
    cameras: ['FRONT' as const],
  };
  server.on(videoCalls.standing, () => ({ ...right, supported: true, sessions: [], at }));
  const codes = [permissions.orderWork, permissions.deviceSnapshot] as const;
  show(inWork, ...codes);
  expect(await screen.findByText('No pictures yet')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Attach a snapshot' })).toBeTruthy();
  cleanup();
  show({ state: 'RESOLVED', resolution: 'FIXED', resolvedAt: at }, ...codes);
  expect(await screen.findByText('It stopped at the west door')).toBeTruthy();
  expect(screen.queryByText('No pictures yet')).toBeNull();
});

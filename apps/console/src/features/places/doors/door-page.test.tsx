import { doorCalls, doorRecordCalls, pages, type AccessDoor, type DoorRecord } from '@sweepline/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { DoorPage } from './door-page.tsx';

const id = (n: number) => `01900000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`;
const at = '2029-12-31T23:58:00.000Z';
const door: AccessDoor = {
  id: id(1),
  projectId: id(2),
  projectName: 'Clinic',
  siteName: 'St.-Marien-Klinikum',
  number: 'AMB-1',
  name: 'Ward door',
  kind: 'DOOR',
  module: { id: id(3), number: 'M-1', online: true },
  state: 'CLOSED',
  fault: null,
  changedAt: at,
  version: 1,
  updatedAt: at,
  updatedBy: 'wei',
};
const record: DoorRecord = {
  id: id(4),
  doorId: door.id,
  doorName: door.name,
  siteName: door.siteName,
  act: 'OPEN',
  by: 'Wei',
  reason: 'Delivery',
  requestedAt: at,
  openedAt: at,
  closedAt: '2029-12-31T23:58:40.000Z',
  outcome: 'DONE',
  detail: '',
};

function world() {
  const server = fakeServer();
  server.on(doorCalls.list, () => ({ list: [door], total: 1 }));
  server.on(doorRecordCalls.list, () => ({ list: [record], total: 1 }));
  return server;
}

test('a door is opened with a reason', async () => {
  const server = world();
  server.on(doorCalls.open, () => ({ ...record, outcome: null }));
  renderPage(<DoorPage />, pages.doors());
  expect(await screen.findByText('Door closed')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'More actions for Ward door' }));
  await userEvent.click(await screen.findByText('Open'));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'Delivery');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Open' }));
  await expect
    .poll(() => server.sentTo(doorCalls.open))
    .toEqual([{ id: door.id, seconds: 30, reason: 'Delivery' }]);
});

test('the records tell who opened a door and how long it stood open', async () => {
  world();
  renderPage(<DoorPage />, pages.doors({ tab: 'records' }));
  const row = (await screen.findByText('Delivery')).closest('tr');
  expect(row?.textContent).toContain('Wei');
  expect(row?.textContent).toContain('40');
});

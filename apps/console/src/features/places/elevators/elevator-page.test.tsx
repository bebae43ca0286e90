import {
  elevatorModuleCalls,
  elevatorProjectCalls,
  elevatorTestCalls,
  fieldReason,
  elevatorCalls,
  pages,
  permissions,
  type Elevator,
  type ElevatorModule,
  type ElevatorProjectDetail,
} from '@sweepline/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, Refused, renderPage, userWith } from '../../../test-kit/index.ts';
import { ElevatorPage } from './elevator-page.tsx';

const id = (n: number) => `01900000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`;
const changed = { version: 1, updatedAt: '2029-12-01T00:00:00.000Z', updatedBy: 'wei' };

const module: ElevatorModule = {
  id: id(3),
  projectId: id(1),
  projectName: 'Rheinturm',
  number: 'M-A',
  serial: 'LIFT-A-2207',
  manufacturer: 'RHEIN',
  type: 'CONTROLLER',
  softwareVersion: '1.4.0',
  online: true,
  lastSeenAt: '2029-12-31T23:59:00.000Z',
  elevators: [{ id: id(2), name: 'Elevator A' }],
  ...changed,
};

const floor = { label: '10', floorId: id(10), floorName: '10. OG', mapId: id(20), mapName: 'Office 10' };
const elevator: Elevator = {
  id: id(2),
  projectId: id(1),
  projectName: 'Rheinturm',
  siteId: id(9),
  siteName: 'Rheinturm Office',
  number: 'A',
  name: 'Elevator A',
  module: { id: module.id, number: module.number, online: true },
  carStates: [],
  cars: [{ id: 'A', name: '', doors: ['FRONT', 'REAR'] }],
  floors: [
    { ...floor, doors: ['FRONT'], missing: [] },
    {
      label: '11',
      floorId: id(11),
      floorName: '11. OG',
      mapId: id(21),
      mapName: 'Office 11',
      doors: [],
      missing: ['LIFT_INSIDE', 'DOOR'],
    },
  ],
  ...changed,
};

const project: ElevatorProjectDetail = {
  id: id(1),
  companyId: id(8),
  companyName: 'Rheinturm GmbH',
  number: 'RT-01',
  name: 'Rheinturm',
  siteId: id(9),
  siteName: 'Rheinturm Office',
  address: 'Stromstraße 20',
  scene: 'OFFICE',
  property: '',
  elevators: 1,
  modules: { total: 1, online: 1 },
  floors: 2,
  devices: 0,
  elevatorList: [elevator],
  moduleList: [module],
  deviceList: [],
  siteFloors: [
    { id: id(10), name: '10. OG', maps: [{ id: id(20), name: 'Office 10' }] },
    { id: id(11), name: '11. OG', maps: [] },
  ],
  ...changed,
};

const at = (tab?: string) => pages.elevator({ id: project.id, ...(tab && { tab }) });
function world() {
  const server = fakeServer();
  server.on(elevatorProjectCalls.detail, () => project);
  server.on(elevatorTestCalls.list, () => ({ list: [], total: 0 }));
  return server;
}

test('the stops of an elevator are listed from the top, each with what robots lack there', async () => {
  world();
  renderPage(<ElevatorPage />, at());
  const card = await screen.findByRole('region', { name: 'Elevator A' });
  const [first, second] = within(card).getAllByRole('row').slice(1);
  expect(first?.textContent).toContain('11. OG');
  expect(within(first!).getByText('Inside the elevator · Door')).toBeTruthy();
  expect(within(first!).getByText('Edit map')).toBeTruthy();
  expect(within(second!).getByText('Complete')).toBeTruthy();
});

test('a refusal of the server stands at its field', async () => {
  const server = world();
  server.on(elevatorCalls.update, () => {
    throw new Refused('invalid', { floors: fieldReason('FLOOR_TWICE', { label: '10' }) });
  });
  renderPage(<ElevatorPage />, at());
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Elevator A' }));
  await userEvent.click(await screen.findByText('Edit'));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('10 appears twice')).toBeTruthy();
  expect(server.sentTo(elevatorCalls.update)).toMatchObject([
    { id: elevator.id, moduleId: module.id, floors: [{ label: '10' }, { label: '11', doors: [] }] },
  ]);
});

test('the secret of a new module is shown once', async () => {
  const server = world();
  server.on(elevatorModuleCalls.add, () => ({ module, secret: 'secret-of-the-module' }));
  renderPage(<ElevatorPage />, at('modules'));
  expect(await screen.findByText('Online')).toBeTruthy();
  await userEvent.click(screen.getByText('Add module'));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByLabelText('Number'), 'M-B');
  await userEvent.type(within(dialog).getByLabelText('Serial number'), 'LIFT-B');
  await userEvent.type(within(dialog).getByLabelText('Manufacturer'), 'RHEIN');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('secret-of-the-module')).toBeTruthy();
  expect(server.sentTo(elevatorModuleCalls.add)).toEqual([
    { projectId: project.id, number: 'M-B', serial: 'LIFT-B', manufacturer: 'RHEIN', type: 'CONTROLLER' },
  ]);
});

test('an account that may only look has no buttons', async () => {
  world();
  renderPage(<ElevatorPage />, at('robots'), userWith(permissions.elevators));
  expect(await screen.findByText('No robots linked yet')).toBeTruthy();
  for (const text of ['Link robots', 'Add elevator']) expect(screen.queryByText(text)).toBeNull();
});

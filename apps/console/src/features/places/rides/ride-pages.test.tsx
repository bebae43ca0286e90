import { elevatorCalls, pages, rideCalls, topics, type RideDetail, type Shaft } from '@sweepline/contract';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SocketContext } from '../../../kit/api/use-live.ts';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { FakeSocket } from '../../../test-kit/fake-socket.ts';
import { RideListPage } from './ride-list-page.tsx';
import { RidePage } from './ride-page.tsx';

const id = (n: number) => `01900000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`;
const at = '2029-12-31T23:58:00.000Z';

const ride: RideDetail = {
  id: id(1),
  device: { id: id(2), name: 'Lotte' },
  elevator: { id: id(3), name: 'Elevator A' },
  elevatorNumber: 'A',
  siteName: 'Rheinturm Office',
  runId: null,
  carId: 'A',
  fromFloor: '12',
  toFloor: '10',
  status: 'WAITING',
  code: '',
  place: 'OUTSIDE',
  grant: 'QUEUED',
  queuePos: 1,
  requestedAt: at,
  openedAt: null,
  boardedAt: null,
  leftAt: null,
  endedAt: null,
  holdsCar: false,
  events: [
    {
      at,
      source: 'SERVER',
      status: 'WAITING',
      grant: 'QUEUED',
      floor: '10',
      door: 'CLOSED',
      mode: 'NORMAL',
      word: 'call 12',
      by: '',
      reason: '',
    },
  ],
  mayAbort: true,
  mayRelease: false,
};
const inside: RideDetail = {
  ...ride,
  id: id(4),
  device: null,
  status: 'RIDING',
  place: 'INSIDE',
  queuePos: null,
};
const shaft: Shaft = {
  elevatorId: id(3),
  name: 'Elevator A',
  number: 'A',
  projectId: id(5),
  projectName: 'Rheinturm',
  siteName: 'Rheinturm Office',
  online: true,
  floors: ['10', '11', '12'],
  cars: [
    {
      id: 'A',
      name: '',
      floor: '11',
      doors: { FRONT: 'CLOSED' },
      motion: 'UP',
      mode: 'ROBOT',
      leased: true,
      fault: null,
      changedAt: at,
    },
  ],
  rides: [inside, ride],
};

function world() {
  const server = fakeServer();
  server.on(rideCalls.list, () => ({ list: [ride, inside], total: 2 }));
  server.on(rideCalls.shafts, () => ({ list: [shaft], total: 1 }));
  server.on(rideCalls.detail, () => ride);
  server.on(elevatorCalls.list, () => ({ list: [], total: 0 }));
  return server;
}

test('the shaft shows the car with the robot inside, who waits where, and a push renews it', async () => {
  const server = world();
  const socket = new FakeSocket();
  renderPage(
    <SocketContext value={socket}>
      <RideListPage />
    </SocketContext>,
    pages.elevatorRides(),
  );
  expect(await screen.findByRole('img', { name: 'Car A with Another robot inside' })).toBeTruthy();
  const [top] = within(screen.getByRole('list', { name: 'Elevators now' })).getAllByText('12');
  expect(top?.closest('li')?.textContent).toBe('12Lotte');
  expect(screen.getAllByText('Waiting, 1 ride before it').length).toBe(2);
  const before = server.sentTo(rideCalls.shafts).length;
  act(() => socket.push(topics.lifts, { changes: [{ id: shaft.elevatorId }] }));
  await expect.poll(() => server.sentTo(rideCalls.shafts).length).toBeGreaterThan(before);
});

test('a ride that waits is ended with a reason', async () => {
  const server = world();
  server.on(rideCalls.abort, () => ({}));
  renderPage(<RidePage />, pages.elevatorRide({ id: ride.id }));
  expect(await screen.findByText('Send the car to floor 12')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'End ride' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'People need it');
  await userEvent.click(within(dialog).getByRole('button', { name: 'End ride' }));
  await expect
    .poll(() => server.sentTo(rideCalls.abort))
    .toEqual([{ id: ride.id, reason: 'People need it' }]);
});

import { companyCalls, networkCardCalls, permissions, type NetworkCard } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aPerson, fakeServer, userWith, Refused, renderPage } from '../../../test-kit/index.ts';
import { NetworkCardListPage } from './network-card-list-page.tsx';

const gb = 1024 ** 3;
const card: NetworkCard = {
  id: '0193f0c2-7a31-7c55-9d0e-0000000000a1',
  iccid: '89860012345678901234',
  companyId: '0193f0c2-7a31-7c55-9d0e-0000000000b1',
  companyName: 'Mall',
  operator: 'Unicom',
  packageType: '5 GB',
  status: 'ACTIVATED',
  suspendedBecause: '',
  activatedAt: null,
  expiresAt: null,
  monthlyBytes: 5 * gb,
  usedBytes: 2 * gb,
  toldAt: null,
  remark: '',
  version: 1,
  device: { id: '0193f0c2-7a31-7c55-9d0e-0000000000c1', nickname: 'Otter', sn: 'J30-1' },
};
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(networkCardCalls.list, () => ({ list: [card], total: 1 }));
  server.on(networkCardCalls.summary, () => ({
    total: 1,
    activated: 1,
    suspended: 0,
    nearLimit: 0,
    expiring: 0,
    usedBytes: 2 * gb,
    operator: true,
  }));
  server.on(networkCardCalls.detail, () => ({
    card,
    usage: [{ day: '2020-01-01', kind: 'MESSAGES' as const, bytes: gb }],
  }));
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  server.on(networkCardCalls.choices, () => ({ operators: ['Unicom'], statuses: ['ACTIVATED', 'TESTING'] }));
});
const everything = aPerson(userWith(permissions.networkCards, permissions.cardOperate));

test('a card shows its share of the monthly data and its robot', async () => {
  renderPage(<NetworkCardListPage />, '/', everything);
  expect(await screen.findByText('40%')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Otter' })).toBeTruthy();
  expect(screen.getByText(/^3\b.*GB$/)).toBeTruthy();
});

test('a click on a figure filters the list to the cards that it counts', async () => {
  renderPage(<NetworkCardListPage />, '/', everything);
  await userEvent.click(await screen.findByRole('button', { name: /Over 90/ }));
  await waitFor(() => expect(server.sentTo(networkCardCalls.list).at(-1)).toMatchObject({ usedOver: 90 }));
});

test('a suspension that the operator refuses shows an error', async () => {
  server.on(networkCardCalls.suspend, () => {
    throw new Refused('operatorRefused');
  });
  renderPage(<NetworkCardListPage />, '/', everything);
  await userEvent.click(await screen.findByLabelText(`More actions for ${card.iccid}`));
  await userEvent.click(await screen.findByText('Suspend'));
  await userEvent.type(await screen.findByLabelText('Reason for suspension'), 'stolen');
  await userEvent.click(screen.getByRole('button', { name: 'Suspend' }));
  await waitFor(() =>
    expect(server.sentTo(networkCardCalls.suspend)).toEqual([{ id: card.id, reason: 'stolen' }]),
  );
  expect(await screen.findByText(/operator did not do it/)).toBeTruthy();
});

test('the list is filtered by operator and by a state that only the operator defines', async () => {
  renderPage(<NetworkCardListPage />, '/?operator=Unicom&status=TESTING', everything);
  expect(await screen.findByText('Operator: Unicom')).toBeTruthy();
  expect(await screen.findByText('Status: TESTING')).toBeTruthy();
  await waitFor(() =>
    expect(server.sentTo(networkCardCalls.list).at(-1)).toMatchObject({
      operator: 'Unicom',
      status: ['TESTING'],
    }),
  );
});

test('the drawer opens when the address names a card', async () => {
  renderPage(<NetworkCardListPage />, `/?card=${card.id}`, everything);
  expect(await screen.findByText('Forecast')).toBeTruthy();
});

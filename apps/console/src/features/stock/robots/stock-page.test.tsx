import {
  deviceResaleCalls,
  deviceStockCalls,
  permissions,
  type Resale,
  type StockRow,
} from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aPerson, fakeServer, userWith, renderPage } from '../../../test-kit/index.ts';
import { StockPage } from './stock-page.tsx';

const at = '2030-01-01T08:00:00.000Z';
const otter: StockRow = {
  id: '0193f0c2-7a31-7c55-9d0e-0000000000a1',
  sn: 'J30-0001',
  model: 'J30',
  nickname: 'Otter',
  companyId: 'c1',
  companyName: 'Sweepline',
  inventory: 'IN_STOCK',
  inventoryAt: at,
  useStatus: 'NEW',
  usageType: 'PURCHASE',
  binding: 'NOT_ACTIVATED',
  activatedAt: null,
  usableUntil: null,
  warranty: null,
  offer: null,
  version: 1,
};
const offerId = '0193f0c2-7a31-7c55-9d0e-0000000000b1';
const walrus: StockRow = {
  ...otter,
  id: '0193f0c2-7a31-7c55-9d0e-0000000000a2',
  sn: 'J30-0002',
  nickname: 'Walrus',
  offer: { id: offerId, companyName: 'Mall', by: 'mei', at },
};
const offer: Resale = {
  id: offerId,
  deviceId: walrus.id,
  sn: walrus.sn,
  model: 'J30',
  nickname: 'Walrus',
  fromCompanyName: 'Sweepline',
  companyId: 'c2',
  companyName: 'Mall',
  status: 'OFFERED',
  note: '',
  reason: '',
  offeredAt: at,
  offeredBy: 'mei',
  settledAt: null,
  settledBy: null,
  acts: ['confirm', 'decline'],
};

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(deviceStockCalls.list, () => ({ list: [otter, walrus], total: 2 }));
  server.on(deviceStockCalls.figures, () => ({ IN_STOCK: 2, OUTBOUND: 5, RETURNED: 1, offered: 1 }));
  server.on(deviceResaleCalls.list, () => ({ list: [offer], total: 1 }));
});
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr')!);
const menuOf = async (name: string) => {
  await userEvent.click((await rowOf(name)).getByLabelText(`More actions for ${name}`));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
};

test('the stock is counted by its states, and the URL filters it', async () => {
  renderPage(<StockPage />, '/?inventory=IN_STOCK&warranty=ENDING');
  expect(await screen.findByText('2 in stock · 5 outbound · 1 returned · 1 offered')).toBeTruthy();
  expect(screen.getByTitle(/by stock status, without void serial numbers/).textContent).toContain(
    '2 in stock',
  );
  expect(await screen.findByText('offered to Mall')).toBeTruthy();
  expect(server.sentTo(deviceStockCalls.list)[0]).toMatchObject({
    inventory: 'IN_STOCK',
    warranty: 'ENDING',
  });
});

test('a device offers only its next move, and none while it is offered for resale', async () => {
  renderPage(<StockPage />);
  expect(await menuOf('Otter')).toEqual(['Ownership history', 'Mark as outbound', 'Change usage', 'Resell']);
});

test('an offered device can be changed only by accounts of the provider', async () => {
  const { unmount } = renderPage(<StockPage />);
  expect(await menuOf('Walrus')).toEqual(['Ownership history', 'Change usage']);
  unmount();
  renderPage(<StockPage />, '/', aPerson({ companyType: 2 }));
  expect(await menuOf('Walrus')).toEqual(['Ownership history']);
});

test('several devices are moved one by one, each with its result; unsuitable devices are skipped', async () => {
  server.on(deviceStockCalls.list, () => ({
    list: [otter, { ...otter, id: '0193f0c2-7a31-7c55-9d0e-0000000000a3', nickname: 'Badger' }, walrus],
    total: 3,
  }));
  server.on(deviceStockCalls.move, ({ ids }) => ({
    results: ids.map((id) => ({ id, done: id === otter.id, reason: id === otter.id ? '' : 'It is at work' })),
  }));
  renderPage(<StockPage />);
  for (const name of ['Otter', 'Badger', 'Walrus'])
    await userEvent.click((await rowOf(name)).getByRole('checkbox'));
  await userEvent.click(await screen.findByText('Mark as outbound'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Mark 2 devices as outbound')).toBeTruthy();
  await userEvent.click(dialog.getByText('Mark as outbound'));
  expect(await dialog.findByText('It is at work')).toBeTruthy();
  expect(dialog.queryByText('Walrus')).toBeNull();
  expect(server.sentTo(deviceStockCalls.move)).toEqual(
    [otter.id, '0193f0c2-7a31-7c55-9d0e-0000000000a3'].map((id) => ({ ids: [id], to: 'OUTBOUND' })),
  );
});

test('a receiver accepts an offered robot by its name, or declines with a reason', async () => {
  server.on(deviceResaleCalls.confirm, () => ({ ...offer, status: 'CONFIRMED' as const, acts: [] }));
  server.on(deviceResaleCalls.decline, () => ({ ...offer, status: 'DECLINED' as const, acts: [] }));
  renderPage(<StockPage />, '/?view=resales');
  await userEvent.click(await screen.findByText('Confirm'));
  expect(await screen.findByText('Take Walrus from Sweepline?')).toBeTruthy();
  await userEvent.click(screen.getAllByText('Confirm').at(-1)!);
  await waitFor(() => expect(server.sentTo(deviceResaleCalls.confirm)).toEqual([{ id: offerId }]));
  await userEvent.click((await rowOf('Walrus')).getByLabelText('More actions for Walrus'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Decline' }));
  await userEvent.type(await screen.findByLabelText('Reason'), 'Too big{Enter}');
  await waitFor(() =>
    expect(server.sentTo(deviceResaleCalls.decline)).toEqual([{ id: offerId, reason: 'Too big' }]),
  );
});

test('a read-only user sees the custody history and cannot change it', async () => {
  renderPage(<StockPage />, '/', userWith(permissions.deviceStock));
  expect(await menuOf('Otter')).toEqual(['Ownership history']);
});

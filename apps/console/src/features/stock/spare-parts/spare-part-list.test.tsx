import { sparePartCalls, type SparePart } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aPerson, fakeServer, renderPage } from '../../../test-kit/index.ts';
import { SparePartList } from './spare-part-list.tsx';

const brush: SparePart = {
  id: '01900000-0000-7000-8000-0000000000a1',
  number: 'B-1',
  name: 'Main brush 60',
  models: ['J30'],
  consumable: 'mainBrush',
  price: { amount: 12.5, currency: 'EUR' },
  isOwn: true,
  version: 2,
  updatedAt: '2030-01-01T00:00:00.000Z',
  updatedBy: 'wei',
};

function world(part: SparePart) {
  const server = fakeServer();
  server.on(sparePartCalls.list, () => ({ list: [part], total: 1 }));
  server.on(sparePartCalls.update, () => brush);
  return server;
}

test('the provider changes a part; a part without a price is sent with none', async () => {
  const server = world({ ...brush, price: null });
  renderPage(<SparePartList />);
  await userEvent.click(await screen.findByLabelText(/Main brush 60/));
  await userEvent.click(await screen.findByText('Edit'));
  const name = await screen.findByDisplayValue('Main brush 60');
  await userEvent.clear(name);
  await userEvent.type(name, 'Main brush 70');
  await userEvent.click(screen.getByText('Save'));
  await waitFor(() => expect(server.sentTo(sparePartCalls.update)).toHaveLength(1));
  expect(server.sentTo(sparePartCalls.update)[0]).toMatchObject({
    id: brush.id,
    version: 2,
    name: 'Main brush 70',
    consumable: 'mainBrush',
    price: null,
  });
});

test('a company below reads the list and cannot change it', async () => {
  world({ ...brush, price: null, isOwn: false, updatedBy: '' });
  renderPage(<SparePartList />, '/', aPerson({ companyType: 1 }));
  expect(await screen.findByText('Main brush 60')).toBeTruthy();
  expect(screen.queryByText('Add spare part')).toBeNull();
  expect(screen.queryByLabelText(/Main brush 60/)).toBeNull();
});

import {
  checklistCalls,
  siteCalls,
  sparePartCalls,
  workOrderCalls,
  workOrderWorkCalls,
  type WorkOrderWork,
} from '@sweepline/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outboxStore } from '../../../kit/offline/outbox-store.ts';
import { aPerson, fakeServer, Refused, renderPage } from '../../../test-kit/index.ts';
import { aTechnicianOrder } from '../../../test-kit/a-technician-order.ts';
import { MyWorkOrdersPage } from './my-work-orders-page.tsx';

const { readWork, saveWork } = workOrderWorkCalls;
const order = aTechnicianOrder();
let server = fakeServer();
let work: WorkOrderWork;

beforeEach(async () => {
  server = fakeServer();
  work = {
    orderId: order.id,
    version: 0,
    checklist: null,
    answers: [],
    parts: [],
    labour: { mine: null, list: [] },
    cost: [],
    signature: null,
    followUps: [],
    updatedAt: null,
    updatedBy: null,
  };
  server.on(workOrderCalls.list, ({ state }) =>
    state?.includes('PROCESSING') ? { list: [order], total: 1 } : { list: [], total: 0 },
  );
  server.on(workOrderCalls.detail, () => order);
  server.on(readWork, () => work);
  for (const call of [siteCalls.list, checklistCalls.list, sparePartCalls.list])
    server.on(call, () => ({ list: [], total: 0 }));
  await outboxStore.change(aPerson().userId, () => []);
});
afterEach(() => vi.restoreAllMocks());

const setOnline = (isOnline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  fireEvent(window, new Event(isOnline ? 'online' : 'offline'));
};
const signer = () => screen.findByLabelText<HTMLInputElement>(/Name of/);
const sign = async (name: string) => fireEvent.change(await signer(), { target: { value: name } });

test('work that was typed survives a closed page, and saved work is sent when the network is back', async () => {
  server.on(saveWork, ({ signature }) => {
    work = { ...work, version: 1, signature: signature && { ...signature, at: '2030-01-01T10:00:00.000Z' } };
    return work;
  });
  const first = renderPage(<MyWorkOrdersPage />, `/?id=${order.id}`);
  await sign('Mr Vogt');
  first.unmount();
  renderPage(<MyWorkOrdersPage />, `/?id=${order.id}`);
  expect((await signer()).value).toBe('Mr Vogt');
  setOnline(false);
  fireEvent.click(screen.getByText('Save work'));
  expect(await screen.findByText('Waiting for the network')).toBeTruthy();
  expect((await signer()).value).toBe('Mr Vogt');
  expect(server.sentTo(saveWork)).toEqual([]);
  setOnline(true);
  await waitFor(() => expect(screen.queryByText('Not sent yet')).toBeNull());
  expect(server.sentTo(saveWork)).toMatchObject([{ version: 0, signature: { name: 'Mr Vogt' } }]);
});

test('work that another person saved meanwhile is shown beside the own one', async () => {
  server.on(saveWork, ({ version }) => {
    if (version === work.version) return work;
    throw new Refused('outdated');
  });
  renderPage(<MyWorkOrdersPage />, `/?id=${order.id}`);
  await sign('Mr Vogt');
  work = {
    ...work,
    version: 2,
    signature: { name: 'Ms Lang', pictureId: null, at: '2030-01-01T10:00:00.000Z' },
    updatedBy: 'Ana',
    updatedAt: '2030-01-01T10:00:00.000Z',
  };
  fireEvent.click(screen.getByText('Save work'));
  expect(await screen.findByText('Ms Lang')).toBeTruthy();
  expect(screen.getByText('Mr Vogt')).toBeTruthy();
});

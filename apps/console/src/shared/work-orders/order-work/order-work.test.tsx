import {
  checklistCalls,
  deviceCareCalls,
  sparePartCalls,
  workOrderWorkCalls,
  type WorkOrderDetail,
  type WorkOrderWork as Work,
} from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, Refused, renderPage } from '../../../test-kit/index.ts';
import { fitted } from './shrink-picture.ts';
import { WorkOrderWork } from './work-order-work.tsx';

const id = (n: number) => `01900000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`;
const item = (n: number, text: string, more = {}) => ({
  id: id(n),
  kind: 'TICK' as const,
  text,
  required: true,
  unit: '',
  min: null,
  max: null,
  makesOrder: false,
  ...more,
});
const work: Work = {
  orderId: id(1),
  version: 4,
  checklist: {
    templateId: id(2),
    name: 'Weekly',
    version: 1,
    items: [
      item(3, 'Brush turns'),
      item(4, 'Tyre pressure', { kind: 'NUMBER', unit: 'bar', min: 2, max: 3, makesOrder: true }),
    ],
    requiresSignature: false,
    requiresPhoto: false,
  },
  answers: [],
  parts: [
    {
      id: id(5),
      partId: id(6),
      number: 'B-1',
      name: 'Main brush',
      consumable: 'mainBrush',
      quantity: 1,
      reset: null,
    },
  ],
  labour: { mine: null, list: [{ name: 'Li', mine: false, minutes: 40, at: '2030-01-01T00:00:00.000Z' }] },
  cost: [],
  signature: null,
  followUps: [],
  updatedAt: '2030-01-01T00:00:00.000Z',
  updatedBy: 'Li',
};
// Only what the form reads of an order.
const order = {
  id: id(1),
  number: '2030-000007',
  companyCode: 'MAL',
  state: 'PROCESSING',
  companyId: id(9),
  device: { id: id(8), sn: 'J30C0001', name: 'Rosie', model: 'J30' },
  pictures: [],
} as unknown as WorkOrderDetail;

function world(stored: Work = work) {
  const server = fakeServer();
  let present = stored;
  server.on(workOrderWorkCalls.readWork, () => present);
  server.on(workOrderWorkCalls.saveWork, ({ version }) => (present = { ...present, version: version + 1 }));
  server.on(checklistCalls.list, () => ({ list: [], total: 0 }));
  server.on(sparePartCalls.list, () => ({
    list: [{ id: id(7), number: 'F-2', name: 'Filter', consumable: null } as never],
    total: 1,
  }));
  return { server, change: (changes: Partial<Work>) => (present = { ...present, ...changes }) };
}

test('answers, a part, labour and a typed name are saved together on the version that was read', async () => {
  const { server } = world();
  renderPage(<WorkOrderWork order={order} />);
  await userEvent.click((await screen.findAllByText('In order'))[0]!);
  await userEvent.type(screen.getByLabelText(/Tyre pressure/), '1.2');
  expect(screen.getByText('Saving makes a work order for this point')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Note on “Tyre pressure”'), 'leaks');
  await userEvent.type(screen.getByLabelText('Add a part'), 'fil');
  await userEvent.click(await screen.findByText('Filter'));
  await userEvent.type(screen.getByLabelText('My time'), '25');
  await userEvent.type(screen.getByLabelText('Name of the person who signs'), 'Wang');
  await userEvent.click(screen.getByText('Save work'));
  await waitFor(() => expect(server.sentTo(workOrderWorkCalls.saveWork)).toHaveLength(1));
  expect(server.sentTo(workOrderWorkCalls.saveWork)[0]).toMatchObject({
    id: order.id,
    version: 4,
    templateId: id(2),
    answers: [
      { itemId: id(3), value: true },
      { itemId: id(4), value: 1.2, note: 'leaks' },
    ],
    parts: [
      { partId: id(6), quantity: 1 },
      { partId: id(7), quantity: 1 },
    ],
    labourMinutes: 25,
    signature: { name: 'Wang', pictureId: null },
  });
});

test('a signature is removed when an answer changes after it, and kept when labour changes', async () => {
  const signature = { name: 'Wang', pictureId: null, at: '2030-01-01T00:00:00.000Z' };
  world({ ...work, signature });
  renderPage(<WorkOrderWork order={order} />);
  const signer = await screen.findByLabelText<HTMLInputElement>('Name of the person who signs');
  await userEvent.type(screen.getByLabelText('My time'), '25');
  expect(signer.value).toBe('Wang');
  await userEvent.click(screen.getAllByText('In order')[0]!);
  expect(signer.value).toBe('');
  expect(screen.getByText(/changed after it was signed/)).toBeTruthy();
});

test('a conflict shows both versions, and the own one goes on from the stored version', async () => {
  const { server, change } = world();
  renderPage(<WorkOrderWork order={order} />);
  await userEvent.click((await screen.findAllByText('In order'))[0]!);
  server.on(workOrderWorkCalls.saveWork, () => {
    change({ version: 5, answers: [{ itemId: id(3), value: false, note: '' }] });
    throw new Refused('changedMeanwhile');
  });
  await userEvent.click(screen.getByText('Save work'));
  expect(await screen.findByText(/Li saved this work/)).toBeTruthy();
  expect(screen.getByRole('row', { name: 'Brush turns In order Not in order' })).toBeTruthy();
  server.on(workOrderWorkCalls.saveWork, ({ version }) => ({ ...work, version: version + 1 }));
  await userEvent.click(screen.getByText('Go on with mine'));
  await userEvent.click(screen.getByText('Save work'));
  await waitFor(() => expect(server.sentTo(workOrderWorkCalls.saveWork)).toHaveLength(2));
  expect(server.sentTo(workOrderWorkCalls.saveWork)[1]).toMatchObject({ version: 5 });
});

test('the counter of a used wearing part is reset from the order, and the order keeps the command', async () => {
  const { server } = world();
  server.on(
    deviceCareCalls.resetConsumable,
    () => ({ id: id(20), type: 'consumable.reset', status: 'QUEUED' }) as never,
  );
  server.on(workOrderWorkCalls.linkReset, () => work);
  renderPage(<WorkOrderWork order={order} />);
  await userEvent.click(await screen.findByText('Reset counter'));
  await waitFor(() =>
    expect(server.sentTo(workOrderWorkCalls.linkReset)).toEqual([
      { id: order.id, usedPartId: id(5), commandId: id(20) },
    ]),
  );
  expect(server.sentTo(deviceCareCalls.resetConsumable)).toMatchObject([{ id: id(8), part: 'mainBrush' }]);
});

test('a resolved order shows the work without fields', async () => {
  world({ ...work, answers: [{ itemId: id(4), value: 2.5, note: '' }] });
  renderPage(<WorkOrderWork order={{ ...order, state: 'RESOLVED' }} />);
  expect(await screen.findByText('2.5')).toBeTruthy();
  expect(screen.queryByText('Save work')).toBeNull();
  expect(screen.queryByText('Reset counter')).toBeNull();
});

test('a picture keeps its proportions, and a small one its size', () => {
  expect(fitted({ width: 4_000, height: 3_000 }, 1_600)).toEqual({ width: 1_600, height: 1_200 });
  expect(fitted({ width: 300, height: 200 }, 1_600)).toEqual({ width: 300, height: 200 });
});

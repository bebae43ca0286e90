import { permissions, workOrderCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const server = testServer();
const { mallAdmin, agentAdmin } = people;
const { add, technicians } = workOrderCalls;

const make = (overrides: object = {}) =>
  server.ok(add, mallAdmin, {
    name: 'Brush is jammed',
    type: 'FAULT',
    level: 'SERIOUS',
    description: 'The brush does not turn',
    faultType: 'OTHER',
    ...overrides,
  });
const works = [permissions.workOrders, permissions.orderWork];
const aTechnician = () => server.anAccount({ permissionCodes: works });

test('technicians are proposed by what they know, how near they are and what they have to do, without administrators', async () => {
  const site = (longitude: number) => server.aSite({ latitude: 50.9, longitude });
  const [here, near, far] = [await site(7), await site(7.01), await site(8)];
  const device = await server.aDevice({ siteId: here.id });
  const [skilled, close, distant, idle] = [
    await aTechnician(),
    await aTechnician(),
    await aTechnician(),
    await aTechnician(),
  ];
  const openAt = (siteId: string, assigneeId: string) =>
    server.aWorkOrder({ state: 'PROCESSING', siteId, assigneeId });
  await openAt(far.id, distant.id);
  await openAt(near.id, close.id);
  await openAt(far.id, close.id);
  await server.aWorkOrder({
    state: 'RESOLVED',
    resolution: 'FIXED',
    resolvedById: skilled.id,
    resolvedAt: server.clock().toISOString(),
    deviceModel: device.model,
    faultType: 'OTHER',
  });
  const { id } = await make({ deviceId: device.id });
  const { list: choices } = await server.ok(technicians, agentAdmin, { id });
  expect(choices.map((it) => it.id)).toEqual([skilled, close, distant, idle].map((it) => it.id));
  expect(choices[0]).toMatchObject({ sameFault: 1, fixedHere: 0, isTechnician: true });
  expect(choices.map(({ distanceM }) => distanceM && Math.round(distanceM / 1_000))).toEqual([
    null,
    1,
    70,
    null,
  ]);
  const found = await server.ok(technicians, agentAdmin, { id, keyword: 'mallAdmin' });
  expect(found.list).toMatchObject([{ id: mallAdmin.id, isTechnician: false }]);
});

test('an account that may read orders and not work on them is no choice', async () => {
  const looks = await server.anAccount({ permissionCodes: [permissions.workOrders] });
  const { id } = await make();
  const { list: choices } = await server.ok(technicians, agentAdmin, { id });
  expect(choices.map((it) => it.id)).not.toContain(looks.id);
});

test('who repaired this robot before is proposed first', async () => {
  const device = await server.aDevice();
  await server.aWorkOrder({
    deviceId: device.id,
    state: 'RESOLVED',
    resolution: 'FIXED',
    resolvedById: mallAdmin.id,
  });
  await server.aWorkOrder({ state: 'PROCESSING', assigneeId: mallAdmin.id });
  const { id } = await make({ deviceId: device.id });
  const { list: choices } = await server.ok(technicians, agentAdmin, { id });
  expect(choices[0]).toMatchObject({ id: mallAdmin.id, fixedHere: 1, openOrders: 1 });
});

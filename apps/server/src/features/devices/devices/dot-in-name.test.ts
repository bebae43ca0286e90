import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Aedes } from 'aedes';
import { activationCodeCalls, allCalls } from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

/** Makes two levels of a dot, as RabbitMQ does. */
const broker = await Aedes.createBroker({
  authorizePublish: (_, packet, done) => {
    packet.topic = packet.topic.replaceAll('.', '/');
    done(null);
  },
  authorizeSubscribe: (_, subscription, done) =>
    done(null, { ...subscription, topic: subscription.topic.replaceAll('.', '/') }),
});
const listener = createServer(broker.handle).listen(0, '127.0.0.1');
await once(listener, 'listening');
const server = ownTestServer({}, { mqttUrl: `mqtt://127.0.0.1:${(listener.address() as AddressInfo).port}` });
const { mallAdmin, superAdmin } = people;
const { register, detail } = allCalls.devices;
const { importPreview, import: importFile } = allCalls.deviceFiles;

beforeAll(() => eventually(() => server.gateway.keepsDots() === false, 'the answer about dots'));
afterAll(async () => {
  await new Promise<void>((done) => broker.close(done));
  listener.close();
});

const device = { sn: 'X-1', manufacturer: 'ACME', model: 'PLAIN' as const, nickname: 'Robot' };

test('a robot with a dot in a name is not registered where the broker splits names, and the reason stands at the field', async () => {
  const send = (fields: object, lang: 'en' | 'ge' = 'en') =>
    server.send(register, mallAdmin, { ...device, companyId: companyIds.mall, ...fields }, { lang });
  expect(await send({ sn: 'X.1' })).toMatchObject({
    data: { fields: { sn: 'No dots: the message broker of this installation would not reach this robot' } },
  });
  expect(await send({ manufacturer: 'ACME.Robotics' }, 'ge')).toMatchObject({
    data: {
      fields: {
        manufacturer: 'Keine Punkte: Der Broker dieser Installation würde den Roboter nicht erreichen',
      },
    },
  });
  expect((await send({})).code).toBe(200);
});

test('an import names each line with a dot, and stores nothing', async () => {
  const file = 'sn,model,manufacturer\nX.1,PLAIN,ACME\nX-2,PLAIN,ACME.Robotics\nX-3,PLAIN,ACME';
  const { faults } = await server.ok(importPreview, mallAdmin, {}, { files: { file } });
  expect(faults).toEqual([
    { line: 2, column: 'sn', reason: 'DOT_IN_NAME', value: 'X.1' },
    { line: 3, column: 'manufacturer', reason: 'DOT_IN_NAME', value: 'ACME.Robotics' },
  ]);
  expect((await server.send(importFile, mallAdmin, {}, { files: { file } })).code).not.toBe(200);
});

test('a robot with a dot in its serial number is not activated, and the code says why', async () => {
  const { id, code } = await server.aCode();
  const payload = {
    manufacturer: 'JBOT',
    serialNumber: 'J30C.0900',
    model: 'J30',
    hardwareId: 'hw',
    activationCode: code,
    credentialType: 'PASSWORD',
    nonce: 'nonce-0001',
  };
  const answer = await server.app.inject({ method: 'POST', url: '/device/v1/activate', payload });
  expect([answer.statusCode, answer.json()]).toEqual([422, { error: 'DOT_IN_NAME' }]);
  const { events } = await server.ok(activationCodeCalls.detail, mallAdmin, { id });
  expect(events).toContainEqual(expect.objectContaining({ kind: 'REFUSED', fault: 'DOT_IN_NAME' }));
});

test('a serial number with a dot is not given to a robot that is registered', async () => {
  const { id } = await server.aDevice({ companyId: companyIds.mall });
  const { device: before } = await server.ok(detail, superAdmin, { id });
  const answer = await server.send(allCalls.deviceBinding.changeSn, superAdmin, {
    id,
    version: before.version,
    sn: 'J30.1',
  });
  expect(answer).toMatchObject({ data: { fields: { sn: expect.stringContaining('No dots') } } });
});

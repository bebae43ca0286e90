import { deviceCalls, deviceRequestCalls, errors } from '@sweepline/contract';
import { alsoSaysOf, offeredOf } from '@sweepline/contract/robot';
import mqtt, { type MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../platform/runtime/ids.ts';
import { eventually, idleState } from '../robots/test-kit/test-gateway.ts';
import { companyIds, people, startServer, type TestServer } from '../test-kit/index.ts';
import { readEnv } from './env.ts';

const { list, adopt, ignore, regard } = deviceRequestCalls;
const { superAdmin, mallAdmin } = people;

let server: TestServer;
let client: MqttClient | undefined;
let sn: string;
beforeEach(() => {
  sn = `J40-${newId().slice(-12)}`;
});
afterEach(async () => {
  await client?.endAsync(true);
  client = undefined;
  await server?.stop();
});

/** Sends states of an unregistered robot through the development listener. */
async function sendStates(times = 1, serialNumber = sn): Promise<void> {
  client ??= await mqtt.connectAsync(server.gateway.mqttUrl);
  for (let headerId = 0; headerId < times; headerId++) {
    const header = { headerId, timestamp: server.clock().toISOString(), version: '3.0.0' };
    const message = { ...header, manufacturer: 'JBOT', serialNumber, ...idleState };
    await client.publishAsync(`vda5050/v3/JBOT/${serialNumber}/state`, JSON.stringify(message), { qos: 1 });
  }
}

const requests = async (input: object = {}) => {
  const { list: rows } = await server.ok(list, superAdmin, { pageSize: 99, ...input });
  return rows.filter((row) => row.sn.startsWith(sn));
};
/** The gateway writes requests every two seconds of its clock, which the test advances. */
const listed = (matches: (rows: Awaited<ReturnType<typeof requests>>) => boolean) =>
  eventually(async () => {
    server.clock.advance(2_000);
    const rows = await requests();
    return matches(rows) && rows;
  }, 'the robot to be listed');
const startWithOpenListener = (autoAdopt?: 'off' | 'pending' | 'on') =>
  startServer({}, { devListener: true, ...(autoAdopt && { autoAdopt }) });

test('unregistered robots wait for a user’s decision unless the installation is configured otherwise', async () => {
  expect(readEnv({}).DEVICE_AUTO_ADOPT).toBe('pending');
  expect(readEnv({ DEVICE_AUTO_ADOPT: 'off' }).DEVICE_AUTO_ADOPT).toBe('off');
  expect(() => readEnv({ DEVICE_AUTO_ADOPT: 'yes' })).toThrow('DEVICE_AUTO_ADOPT');
  server = await startWithOpenListener();
  await sendStates(3);
  const [row] = await listed((rows) => rows[0]?.count === 3);
  expect(row).toMatchObject({
    sn,
    manufacturer: 'JBOT',
    interfaceName: 'vda5050',
    protocol: 'v3',
    model: 'J40',
    firstSeenAt: expect.any(String),
    ignored: false,
  });
  expect(await server.ok(deviceCalls.list, superAdmin, {})).toMatchObject({ total: 0 });
});

test('an adopted robot is online from its next message on, has its own secret and is no longer listed', async () => {
  server = await startWithOpenListener();
  await sendStates();
  const [row] = await listed((rows) => rows.length === 1);
  const input = { id: row?.id ?? '', companyId: companyIds.mall, model: 'J40', nickname: 'Otter' } as const;
  const { device, username, password } = await server.ok(adopt, superAdmin, input);
  expect(device).toMatchObject({ sn, nickname: 'Otter', companyId: companyIds.mall, binding: 'ACTIVATED' });
  expect(username).toBe(sn);
  expect(Buffer.from(password, 'base64url')).toHaveLength(32);
  expect(await requests()).toEqual([]);
  await eventually(async () => {
    await sendStates();
    return server.gateway.live(device.id)?.connection.state === 'ONLINE';
  }, 'the robot to be online');
  server.clock.advance(2_000);
  expect(await requests()).toEqual([]);
  expect((await server.send(adopt, superAdmin, input)).code).toBe(errors.notFound.code);
});

const factsheets = {
  v3: {
    version: '3.0.0',
    actions: 'mobileRobotActions',
    body: { physicalParameters: { width: 0.8, maximumSpeed: 1.2 } },
  },
  v2: {
    version: '2.1.0',
    actions: 'agvActions',
    body: { physicalParameters: { width: 0.8, speedMax: 1.2 } },
  },
} as const;

test.each(['v3', 'v2'] as const)(
  'a robot of another maker that speaks %s says what it can before it is let in, and has it afterwards',
  async (major) => {
    server = await startWithOpenListener();
    const robot = (client = await mqtt.connectAsync(server.gateway.mqttUrl));
    const { version, actions, body } = factsheets[major];
    const say = (topic: string, message: object) => {
      const header = { headerId: 1, timestamp: server.clock().toISOString(), version };
      const whole = { ...header, manufacturer: 'ACME', serialNumber: sn, ...message };
      return robot.publishAsync(`vda5050/${major}/ACME/${sn}/${topic}`, JSON.stringify(whole), { qos: 1 });
    };
    const series = { typeSpecification: { seriesName: 'Mop 3000' } };
    const protocolFeatures = {
      [actions]: ['cleanArea', 'startPause'].map((actionType) => ({ actionType })),
    };
    const declare = async () => {
      await say('factsheet', { protocolFeatures, ...series, ...body });
      await say('xReported', {
        versions: {},
        sections: {},
        capabilities: ['locate', 'juggle'],
        cleaning: { toolWidthM: 0.6, toolOffsetM: -0.2, modes: ['WET'] },
      });
    };
    await declare();
    const [row] = await listed((rows) => rows[0]?.declared?.cleaning != null && rows[0].actions !== null);
    expect(row).toMatchObject({
      manufacturer: 'ACME',
      protocol: major,
      model: 'PLAIN',
      vehicleType: 'Mop 3000',
      actions: ['cleanArea', 'startPause'],
      declared: {
        capabilities: ['locate', 'juggle'],
        cleaning: { toolWidthM: 0.6, toolOffsetM: -0.2, modes: [{ key: 'WET', name: {} }] },
        widthM: 0.8,
        maxSpeedMps: 1.2,
      },
    });
    expect(offeredOf(row!)).toEqual(['navigate', 'clean', 'pause', 'locate']);
    expect(alsoSaysOf(row!)).toEqual(['juggle']);
    const input = { id: row!.id, companyId: companyIds.mall, model: 'PLAIN', nickname: 'Mop' } as const;
    const { device } = await server.ok(adopt, superAdmin, input);
    await eventually(async () => {
      await declare();
      const { device: now } = await server.ok(deviceCalls.detail, superAdmin, { id: device.id });
      return now.declared?.cleaning != null && now.actions !== null && offeredOf(now).join();
    }, 'the declaration of the device').then((words) => expect(words).toBe(offeredOf(row!).join()));
  },
);

test('a declaration that cannot be read or is too large leaves what was said before', async () => {
  server = await startWithOpenListener();
  client = await mqtt.connectAsync(server.gateway.mqttUrl);
  const send = (topic: string, payload: string) =>
    client!.publishAsync(`vda5050/v3/ACME/${sn}/${topic}`, payload, { qos: 1 });
  const actions = [{ actionType: 'cleanArea' }];
  await send('factsheet', JSON.stringify({ protocolFeatures: { mobileRobotActions: actions } }));
  await listed((rows) => rows[0]?.actions?.join() === 'cleanArea');
  const hall = 'x'.repeat(130 * 1024);
  await send('factsheet', 'no JSON');
  await send('factsheet', JSON.stringify({ protocolFeatures: { mobileRobotActions: [] }, hall }));
  await send('state', JSON.stringify({ protocolFeatures: { mobileRobotActions: [] } }));
  const [row] = await listed((rows) => rows[0]?.count === 4);
  expect(row?.actions).toEqual(['cleanArea']);
});

test('an ignored robot is hidden while it is still counted, and can be listed again', async () => {
  server = await startWithOpenListener();
  await sendStates();
  const [row] = await listed((rows) => rows.length === 1);
  const id = row?.id ?? '';
  await server.ok(ignore, superAdmin, { id });
  await sendStates();
  await eventually(async () => {
    server.clock.advance(2_000);
    return (await requests({ ignored: true }))[0]?.count === 2;
  }, 'it to be counted');
  expect(await requests()).toEqual([]);
  await server.ok(regard, superAdmin, { id });
  expect(await requests()).toMatchObject([{ id, ignored: false }]);
});

test('an unregistered robot belongs to no company and is hidden from company accounts', async () => {
  server = await startWithOpenListener();
  const { id } = await server.aDeviceRequest();
  expect(await server.ok(list, mallAdmin, {})).toEqual({ list: [], total: 0 });
  const input = { id, companyId: companyIds.mall, model: 'J40', nickname: 'Mine' } as const;
  expect((await server.send(adopt, mallAdmin, input)).code).toBe(errors.notFound.code);
});

test('a serial number that was registered meanwhile is no longer listed', async () => {
  server = await startWithOpenListener();
  const { sn: requested } = await server.aDeviceRequest({ sn });
  await server.aDevice({ sn: requested.toLowerCase() });
  expect(await requests()).toEqual([]);
});

test('of many invented serial numbers only the two hundred most recent are kept', async () => {
  server = await startWithOpenListener();
  const at = server.clock().toISOString();
  const old = new Date(Date.parse(at) - 1_000).toISOString();
  for (let n = 0; n < 200; n++)
    await server.aDeviceRequest({ sn: `${sn}-${n}`, lastSeenAt: n === 7 ? old : at });
  server.clock.advance(1_000);
  await sendStates();
  await eventually(async () => {
    server.clock.advance(2_000);
    const counts = await server.asOwner((sql) => sql`select sn from device_requests`);
    const names = counts.map((row) => String(row['sn']));
    return names.includes(sn) && names.length === 200 && !names.includes(`${sn}-7`);
  }, 'the one silent longest to make way');
});

test('with automatic adoption an unregistered robot becomes a device of the oldest company', async () => {
  server = await startWithOpenListener('on');
  await sendStates();
  const device = await eventually(
    async () => (await server.ok(deviceCalls.list, superAdmin, { keyword: sn })).list[0],
    'the robot to be a device',
  );
  expect(device).toMatchObject({ sn, model: 'J40', companyId: companyIds.provider });
});

test('with adoption off an unregistered robot is counted and not listed', async () => {
  server = await startWithOpenListener('off');
  await sendStates();
  await eventually(
    () => server.gateway.rejections().find(({ reason }) => reason === 'UNKNOWN_DEVICE'),
    'the robot to be counted',
  );
  // The gateway writes its counts when it stops.
  await server.gateway.stop();
  expect(await requests()).toEqual([]);
});

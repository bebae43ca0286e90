import { deviceCalls, deviceRequestCalls, errors } from '@sweepline/contract';
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

/** A robot that talks though nobody registered it, on a listener that lets everybody in. */
async function knock(times = 1, serialNumber = sn): Promise<void> {
  client ??= await mqtt.connectAsync(server.gateway.mqttUrl);
  for (let headerId = 0; headerId < times; headerId++) {
    const header = { headerId, timestamp: server.clock().toISOString(), version: '3.0.0' };
    const said = { ...header, manufacturer: 'JBOT', serialNumber, ...idleState };
    await client.publishAsync(`vda5050/v3/JBOT/${serialNumber}/state`, JSON.stringify(said), { qos: 1 });
  }
}

const asking = async (input: object = {}) => {
  const { list: rows } = await server.ok(list, superAdmin, { pageSize: 99, ...input });
  return rows.filter((it) => it.sn.startsWith(sn));
};
/** The gateway writes what it noted every two seconds of its clock, which stands still here. */
const listed = (wanted: (rows: Awaited<ReturnType<typeof asking>>) => boolean) =>
  eventually(async () => {
    server.clock.advance(2_000);
    const rows = await asking();
    return wanted(rows) && rows;
  }, 'the robot to be listed');
const letInAll = (autoAdopt?: 'off' | 'pending' | 'on') =>
  startServer({}, { devListener: true, ...(autoAdopt && { autoAdopt }) });

test('robots that nobody registered wait for a person unless the installation says otherwise', async () => {
  expect(readEnv({}).DEVICE_AUTO_ADOPT).toBe('pending');
  expect(readEnv({ DEVICE_AUTO_ADOPT: 'off' }).DEVICE_AUTO_ADOPT).toBe('off');
  expect(() => readEnv({ DEVICE_AUTO_ADOPT: 'yes' })).toThrow('DEVICE_AUTO_ADOPT');
  server = await letInAll();
  await knock(3);
  const [row] = await listed((rows) => rows[0]?.count === 3);
  expect(row).toMatchObject({
    ...{ sn, manufacturer: 'JBOT', interfaceName: 'vda5050', protocol: 'v3', model: 'J40' },
    ...{ firstSeenAt: expect.any(String), ignored: false },
  });
  expect(await server.ok(deviceCalls.list, superAdmin, {})).toMatchObject({ total: 0 });
});

test('one that was taken in is heard from its next message on, with a secret of its own, and asks no more', async () => {
  server = await letInAll();
  await knock();
  const [row] = await listed((rows) => rows.length === 1);
  const wish = { id: row?.id ?? '', companyId: companyIds.mall, model: 'J40', nickname: 'Otter' } as const;
  const { device, username, password } = await server.ok(adopt, superAdmin, wish);
  expect(device).toMatchObject({ sn, nickname: 'Otter', companyId: companyIds.mall, binding: 'ACTIVATED' });
  expect(username).toBe(sn);
  expect(Buffer.from(password, 'base64url')).toHaveLength(32);
  expect(await asking()).toEqual([]);
  await eventually(async () => {
    await knock();
    return server.gateway.live(device.id)?.connection.state === 'ONLINE';
  }, 'the robot to be online');
  server.clock.advance(2_000);
  expect(await asking()).toEqual([]);
  expect((await server.send(adopt, superAdmin, wish)).code).toBe(errors.notFound.code);
});

test('one that is ignored is out of sight while it goes on asking, and can be brought back', async () => {
  server = await letInAll();
  await knock();
  const [row] = await listed((rows) => rows.length === 1);
  const id = row?.id ?? '';
  await server.ok(ignore, superAdmin, { id });
  await knock();
  await eventually(async () => {
    server.clock.advance(2_000);
    return (await asking({ ignored: true }))[0]?.count === 2;
  }, 'it to be counted');
  expect(await asking()).toEqual([]);
  await server.ok(regard, superAdmin, { id });
  expect(await asking()).toMatchObject([{ id, ignored: false }]);
});

test('a robot belongs to no company before it is let in, so a company’s own people are not shown it', async () => {
  server = await letInAll();
  const { id } = await server.aDeviceRequest();
  expect(await server.ok(list, mallAdmin, {})).toEqual({ list: [], total: 0 });
  const wish = { id, companyId: companyIds.mall, model: 'J40', nickname: 'Mine' } as const;
  expect((await server.send(adopt, mallAdmin, wish)).code).toBe(errors.notFound.code);
});

test('a serial number that was registered meanwhile no longer asks', async () => {
  server = await letInAll();
  const { sn: asked } = await server.aDeviceRequest({ sn });
  await server.aDevice({ sn: asked.toLowerCase() });
  expect(await asking()).toEqual([]);
});

test('whoever invents names fills neither memory nor table: the two hundred heard last are kept', async () => {
  server = await letInAll();
  const at = server.clock().toISOString();
  const old = new Date(Date.parse(at) - 1_000).toISOString();
  for (let n = 0; n < 200; n++)
    await server.aDeviceRequest({ sn: `${sn}-${n}`, lastSeenAt: n === 7 ? old : at });
  server.clock.advance(1_000);
  await knock();
  await eventually(async () => {
    server.clock.advance(2_000);
    const counts = await server.asOwner((sql) => sql`select sn from device_requests`);
    const names = counts.map((row) => String(row['sn']));
    return names.includes(sn) && names.length === 200 && !names.includes(`${sn}-7`);
  }, 'the one silent longest to make way');
});

test('taken in at once, such a robot is a device of the oldest company', async () => {
  server = await letInAll('on');
  await knock();
  const found = await eventually(
    async () => (await server.ok(deviceCalls.list, superAdmin, { keyword: sn })).list[0],
    'the robot to be a device',
  );
  expect(found).toMatchObject({ sn, model: 'J40', companyId: companyIds.provider });
});

test('left out, it is counted and listed nowhere', async () => {
  server = await letInAll('off');
  await knock();
  await eventually(
    () => server.gateway.rejections().find((it) => it.reason === 'UNKNOWN_DEVICE'),
    'the robot to be counted',
  );
  // Written at the end, whatever the clock says.
  await server.gateway.stop();
  expect(await asking()).toEqual([]);
});

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import mqtt from 'mqtt';
import { runs } from '../../entities/work/run-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  eventually,
  onOutsideBroker,
  type Registered,
} from '../test-kit/test-gateway.ts';

/** npm's `vda-5050-lib`, unchanged, as a vehicle. */
let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let device: Registered;
let vehicle: ChildProcess | undefined;

beforeAll(async () => {
  database = await makeDatabase();
  device = await aDevice(database.db, await aCompany(database.db), {
    manufacturer: 'ACME',
    model: 'PLAIN',
    protocol: 'v2',
  });
  running = await aGateway(database.db, { devListener: true });
});
afterEach(async () => {
  await stopVehicle();
});
afterAll(async () => {
  await running?.gateway.stop();
  await database?.close();
});

function startVehicle(url = running.gateway.mqttUrl, battery = 100): void {
  const program = join(import.meta.dirname, '../test-kit/stock-vehicle.ts');
  const { manufacturer, sn, secret } = device;
  vehicle = spawn('node', [program, url, manufacturer, sn, secret, `${battery}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function stopVehicle(): Promise<void> {
  if (!vehicle || vehicle.exitCode !== null || vehicle.signalCode !== null) return;
  const exited = once(vehicle, 'exit');
  vehicle.kill('SIGKILL');
  await exited;
  await waitForLive((live) => live.connection.state === 'OFFLINE', 'the vehicle to be offline', 10_000);
}

type Live = NonNullable<ReturnType<typeof running.gateway.live>>;
const waitForLive = (test: (live: Live) => boolean, what: string, withinMs?: number) =>
  eventually(
    () => {
      const live = running.gateway.live(device.deviceId);
      return live && test(live) && live;
    },
    what,
    withinMs,
  );

/** Waits until the vehicle is online and has sent its first state; before that it has not subscribed. */
const waitUntilOnline = () =>
  waitForLive(
    ({ connection, battery }) =>
      connection.state === 'ONLINE' && battery !== null && battery.at >= (connection.since ?? ''),
    'the vehicle to be online',
  );

const runRow = async (id: string) => {
  const [row] = await inScope(database.db, '*', (tx) => tx.select().from(runs).where(eq(runs.id, id)));
  return row;
};
const waitForRun = (id: string, state: string, withinMs?: number) =>
  eventually(async () => (await runRow(id))?.state === state && runRow(id), `run in ${state}`, withinMs);

const drive = (x: number, y: number) =>
  running.gateway.runs.navigate({ deviceId: device.deviceId, goal: { x, y }, by: 'test' });

it('a stock vehicle is online with map, position and full battery soon after its first message', async () => {
  startVehicle();
  const live = await waitUntilOnline();
  expect(live.position?.value).toMatchObject({ mapId: 'local', x: 0, y: 0 });
  expect(live.battery?.value.soc).toBe(100);
  expect(live.mode?.value.mode).toBe('STANDBY');
});

it('a stock vehicle drives to a point and arrives', async () => {
  startVehicle();
  await waitUntilOnline();
  const run = await drive(3, 2);
  const finished = await waitForRun(run.id, 'SUCCESS', 15_000);
  expect(Date.parse(finished?.endedAt ?? '') - Date.parse(finished?.startedAt ?? '')).toBeGreaterThan(1000);
  const live = await waitForLive(
    (it) => Math.hypot((it.position?.value.x ?? 0) - 3, (it.position?.value.y ?? 0) - 2) <= 0.5,
    'arrival',
  );
  expect(live.run).toBeNull();
});

it('a killed stock vehicle is offline, with its last position', async () => {
  startVehicle();
  await waitUntilOnline();
  vehicle?.kill('SIGKILL');
  await waitForLive((live) => live.connection.state === 'OFFLINE', 'the vehicle to be offline', 20_000);
  expect(running.gateway.live(device.deviceId)?.connection.reason).toBe('BROKEN');
  expect(running.gateway.live(device.deviceId)?.position).not.toBeNull();
});

it('a stock vehicle is offline while its connection is cut, and online again with the first message', async () => {
  const proxy = await aProxy(running.gateway.mqttUrl);
  startVehicle(proxy.url);
  await waitUntilOnline();
  proxy.cut();
  await waitForLive((live) => live.connection.state === 'OFFLINE', 'the vehicle to be offline', 10_000);
  proxy.restore();
  // The library does not send ONLINE again; its other messages count.
  await waitForLive((live) => live.connection.state === 'ONLINE', 'the vehicle to be back', 8000);
  await stopVehicle();
  proxy.close();
});

it('a run of a stock vehicle is paused, resumed and canceled, each with one action', async () => {
  startVehicle();
  await waitUntilOnline();
  const run = await drive(60, 0);
  await waitForRun(run.id, 'IN_PROGRESS');
  const actions = await listenToActions();

  expect((await running.gateway.runs.pause(run.id)).state).toBe('PAUSED');
  expect(running.gateway.live(device.deviceId)?.mode?.value.paused).toBe(true);
  await waitForRun(run.id, 'PAUSED');
  expect((await running.gateway.runs.resume(run.id)).state).toBe('IN_PROGRESS');
  await waitForRun(run.id, 'IN_PROGRESS');
  expect(await running.gateway.runs.cancel(run.id)).toMatchObject({
    state: 'INTERRUPTED',
    code: 'USER_CANCELED',
  });
  await waitForRun(run.id, 'INTERRUPTED');

  expect(actions.types).toEqual(['startPause', 'stopPause', 'cancelOrder']);
  await actions.stop();
});

it.skipIf(onOutsideBroker)('a charging stock vehicle is sent stopCharging before an order', async () => {
  startVehicle(running.gateway.mqttUrl, 60);
  await waitUntilOnline();
  const actions = await listenToActions();
  await actions.send('startCharging');
  await waitForLive((live) => live.battery?.value.charging === true, 'charging');
  const run = await drive(2, 0);
  await waitForRun(run.id, 'SUCCESS', 15_000);
  expect(actions.types).toEqual(['startCharging', 'stopCharging']);
  await actions.stop();
});

it('a stock vehicle drives to a charger and charges', async () => {
  startVehicle(running.gateway.mqttUrl, 60);
  await waitUntilOnline();
  const { deviceId } = device;
  const station = { id: 'dock', x: 2, y: 0, theta: 0 };
  const run = await running.gateway.runs.charge({ deviceId, station, by: 'test' });
  await waitForRun(run.id, 'SUCCESS', 15_000);
  await waitForLive((live) => live.battery?.value.charging === true, 'charging');
});

it('a second run, and a run of an offline vehicle, are refused', async () => {
  startVehicle();
  await waitUntilOnline();
  const run = await drive(60, 0);
  await expect(drive(1, 1)).rejects.toMatchObject({ code: 'RUN_ACTIVE' });
  await running.gateway.runs.cancel(run.id);
  await stopVehicle();
  await expect(drive(1, 1)).rejects.toMatchObject({ code: 'OFFLINE' });
});

/** Records the actions sent to the vehicle, over the development listener. */
async function listenToActions() {
  const client = await mqtt.connectAsync(running.gateway.mqttUrl, { reconnectPeriod: 0 });
  const topic = `vda5050/v2/${device.manufacturer}/${device.sn}/instantActions`;
  const types: string[] = [];
  client.on('message', (_, payload) => {
    const message = JSON.parse(payload.toString()) as { actions: { actionType: string }[] };
    types.push(...message.actions.map((it) => it.actionType).filter((it) => it !== 'factsheetRequest'));
  });
  await client.subscribeAsync(topic);
  const send = (actionType: string) => {
    const actions = [
      { actionType, actionId: `test-${actionType}`, blockingType: 'NONE', actionParameters: [] },
    ];
    const { manufacturer, sn: serialNumber } = device;
    const header = {
      headerId: 0,
      timestamp: new Date().toISOString(),
      version: '2.0.0',
      manufacturer,
      serialNumber,
    };
    return client.publishAsync(topic, JSON.stringify({ ...header, actions, instantActions: actions }));
  };
  return { types, send, stop: () => client.endAsync(true) };
}

/** A proxy between vehicle and broker whose connections can be cut. */
async function aProxy(target: string) {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let isOpen = true;
  const server: Server = createServer((near) => {
    if (!isOpen) return near.destroy();
    const far = connect(Number(port || 1883), hostname);
    for (const [source, destination] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(source);
      source.on('error', () => {}).on('close', () => destination.destroy());
      source.pipe(destination);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    isOpen = false;
    for (const socket of open) socket.destroy();
    open.clear();
  };
  return {
    // A listening server has an address.
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    restore: () => void (isOpen = true),
    close: () => {
      cut();
      server.close();
    },
  };
}

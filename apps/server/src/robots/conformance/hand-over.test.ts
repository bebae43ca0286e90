import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { auditEntries } from '../../platform/audit/audit-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { companies } from '../../entities/people/company-table.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  eventually,
  introduce,
  TestRobot,
  type Registered,
} from '../test-kit/test-gateway.ts';
import {
  conformanceAccess,
  conformanceFile,
  listenForConformance,
  type ServerLine,
} from './conformance-listener.ts';

let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let folder: string;
let stopListening: () => Promise<void>;
const [robots, tools]: [TestRobot[], Socket[]] = [[], []];

const access = () => conformanceAccess.parse(JSON.parse(readFileSync(conformanceFile(folder), 'utf8')));

beforeAll(async () => {
  database = await makeDatabase();
  folder = mkdtempSync(join(tmpdir(), 'hand-over-'));
  running = await aGateway(database.db);
  stopListening = await listenForConformance(running.gateway.openTest, conformanceFile(folder));
});
afterEach(async () => {
  for (const tool of tools.splice(0)) tool.destroy();
  await Promise.all(robots.splice(0).map((robot) => robot.leave()));
});
afterAll(async () => {
  await stopListening?.();
  await running?.gateway.stop();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function registerDevice(
  overrides: Parameters<typeof aDevice>[2] = {},
  companyType: 0 | 1 = 0,
): Promise<Registered> {
  const companyId = await aCompany(database.db);
  await inScope(database.db, '*', (tx) =>
    tx.update(companies).set({ type: companyType }).where(eq(companies.id, companyId)),
  );
  const device = await aDevice(database.db, companyId, overrides);
  announceDevice(running.bus, device.deviceId);
  await eventually(() => running.gateway.live(device.deviceId), 'the gateway to know the device');
  return device;
}

async function robotOf(device: Registered): Promise<TestRobot> {
  const robot = await TestRobot.connect(running.gateway.mqttUrl, device);
  robots.push(robot);
  await introduce(running, robot);
  return robot;
}

/** A tool that asks for a robot, and the lines that it gets. */
async function aTool(request: { sn: string; force?: boolean; token?: string }) {
  const { port, token } = access();
  const socket = connect(port, '127.0.0.1');
  tools.push(socket);
  await once(socket, 'connect');
  const lines: ServerLine[] = [];
  createInterface({ input: socket }).on('line', (line) => lines.push(JSON.parse(line) as ServerLine));
  const send = (line: object) => socket.write(`${JSON.stringify(line)}\n`);
  send({ token, force: false, ...request });
  const first = await eventually(() => lines[0], 'an answer to the tool');
  return { socket, lines, send, first };
}

const stateOf = ({ deviceId }: Registered) => running.gateway.live(deviceId)?.connection.state;

it('a robot under test is offline for the server, which sends and receives nothing, and returns afterwards', async () => {
  const device = await registerDevice();
  const robot = await robotOf(device);
  const tool = await aTool({ sn: device.sn });
  expect(tool.first).toMatchObject({ robot: { address: { serialNumber: device.sn }, version: '3.0.0' } });
  expect(stateOf(device)).toBe('OFFLINE');
  await robot.state();
  await eventually(() => tool.lines.some((line) => 'up' in line && line.up.name === 'state'), 'the state');
  expect(stateOf(device)).toBe('OFFLINE');
  await expect(
    running.gateway.commands.sendCommand({ deviceId: device.deviceId, type: 'ping', params: {}, by: 'li' }),
  ).rejects.toMatchObject({ code: 'OFFLINE' });

  tool.send({ down: { name: 'instantActions', payload: '{"actions":[]}', qos: 1 } });
  await robot.waitForMessage(
    'instantActions',
    ({ actions }) => Array.isArray(actions) && actions.length === 0,
  );
  const closed = new Promise<void>((done) => robot.client.once('close', () => done()));
  tool.socket.end();
  await closed;
  const again = await robotOf(device);
  expect(stateOf(device)).toBe('ONLINE');
  // The numbers of the test are behind the server's next command.
  const { firstLaneSeq, laneNumbers } =
    'robot' in tool.first ? tool.first.robot : { firstLaneSeq: { SYSTEM: 0 }, laneNumbers: 0 };
  void running.gateway.commands
    .sendCommand({ deviceId: device.deviceId, type: 'ping', params: {}, by: 'li' })
    .catch(() => {});
  const command = await again.waitForMessage('xCommand', ({ type }) => type === 'ping');
  expect(command['laneSeq']).toBe(firstLaneSeq.SYSTEM + laneNumbers + 1);
});

it('the access of the tool is readable by its own user only, and is gone after the stop', async () => {
  expect(statSync(conformanceFile(folder)).mode & 0o777).toBe(0o600);
  const file = join(folder, 'other', 'conform.json');
  const stop = await listenForConformance(running.gateway.openTest, file);
  await stop();
  expect(() => statSync(file)).toThrow('ENOENT');
});

it('a wrong token, an unknown robot and a robot under test are refused', async () => {
  const device = await registerDevice();
  expect((await aTool({ sn: device.sn, token: 'wrong' })).first).toEqual({ refused: 'The token is wrong.' });
  expect((await aTool({ sn: 'UNKNOWN-1' })).first).toMatchObject({
    refused: expect.stringContaining('UNKNOWN-1'),
  });
  expect((await aTool({ sn: device.sn })).first).toHaveProperty('robot');
  expect((await aTool({ sn: device.sn })).first).toMatchObject({
    refused: expect.stringContaining('under test already'),
  });
});

it.each([
  ['of a customer', {}, 1 as const],
  ['that has left the stock', { inventory: 'OUTBOUND' as const }, 0 as const],
])(
  'a robot %s is refused, and handed over with force and an entry in the audit',
  async (_what, overrides, type) => {
    const device = await registerDevice(overrides, type);
    expect((await aTool({ sn: device.sn })).first).toMatchObject({
      refused: expect.stringContaining('--force'),
    });
    expect((await aTool({ sn: device.sn, force: true })).first).toHaveProperty('robot');
    const entries = await inScope(database.db, '*', (tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.recordId, device.deviceId)),
    );
    expect(entries).toMatchObject([{ action: 'robots.conform', companyId: device.companyId }]);
  },
);

it('a frozen robot is refused also with force', async () => {
  const device = await registerDevice({ binding: 'FROZEN' });
  expect((await aTool({ sn: device.sn, force: true })).first).toMatchObject({
    refused: expect.stringContaining('not activated'),
  });
});

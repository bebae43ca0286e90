import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  conformanceAccess,
  listenForConformance,
} from '../../apps/server/src/robots/conformance/conformance-listener.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  eventually,
  type Registered,
} from '../../apps/server/src/robots/test-kit/test-gateway.ts';
import { cutPower, startSimulator } from '../../apps/server/src/robots/test-kit/test-simulator.ts';
import { makeDatabase, type TestDatabase } from '../../apps/server/src/test-kit/database.ts';
import { announceDevice } from '../../apps/server/src/features/devices/identity/credential-service.ts';
import { linesOf } from './report.ts';
import { takeRobot } from './robot-port.ts';
import { subjects, type Subject } from './rule.ts';
import { rules } from './rules.ts';
import { startWrongRobot } from './test-kit/wrong-robot.ts';
import { testRobot, type Row } from './test-run.ts';

let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let folder: string;
let stopListening: () => Promise<void>;
let refusing: Awaited<ReturnType<typeof startRefusing>>;
const stops: (() => Promise<void>)[] = [];
const stopOf = (robot: ChildProcess) => () => cutPower(robot);

/** Broken by `startWrongRobot`. */
const wrongRules = [
  'COMMAND-2',
  'COMMAND-3',
  'COMMAND-4',
  'CONNECT-2',
  'DRIVE-3',
  'FACTSHEET-3',
  'JOURNAL-1',
  'JOURNAL-2',
  'MAP-4',
  'MESSAGE-3',
  'MESSAGE-5',
  'ORDER-12',
  'SETTINGS-3',
  'SHELL-1',
  'SHELL-4',
  'SHELL-5',
];

/** Rules of one robot wait for each other, most of the time, so three robots of a kind share the subjects. */
const shares: readonly (readonly Subject[])[] = [
  ['connecting', 'clock', 'journal', 'settings', 'updates', 'shells', 'life'],
  // Rules of driving by hand need a robot that has left its charger, as orders do.
  ['factsheet', 'commands', 'actions', 'orders', 'drive', 'maps'],
  ['state', 'charging', 'cleaning', 'relocation', 'freezing', 'sleep', 'alarms'],
];
/** Judged over all messages of a robot, so every share contains it. */
const shared: Subject = 'messages';

const accessFile = () => join(folder, 'conform.json');

beforeAll(async () => {
  database = await makeDatabase();
  folder = mkdtempSync(join(tmpdir(), 'conform-'));
  running = await aGateway(database.db, { limits: { ratePerSecond: 500, burst: 2000 } });
  refusing = await startRefusing();
  stopListening = await listenForConformance(running.gateway.openTest, accessFile());
});
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
  await stopListening?.();
  refusing?.close();
  await running?.gateway.stop();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A device API that knows no token. */
async function startRefusing() {
  const server = createServer((request, response) => {
    const isConfig = request.url?.endsWith('/config') ?? false;
    response.writeHead(isConfig ? 200 : 401, { 'content-type': 'application/json' });
    response.end(isConfig ? '{"status":"OK"}' : '{"error":"the token is not valid"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server without a path has an address with a port.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

async function registerDevice(overrides: Parameters<typeof aDevice>[2] = {}): Promise<Registered> {
  const device = await aDevice(database.db, await aCompany(database.db), overrides);
  announceDevice(running.bus, device.deviceId);
  await eventually(() => running.gateway.live(device.deviceId), 'the gateway to know the device');
  return device;
}

const access = () => conformanceAccess.parse(JSON.parse(readFileSync(accessFile(), 'utf8')));

async function test(device: Registered, only?: readonly Subject[]): Promise<Row[]> {
  const port = await takeRobot(access(), { sn: device.sn, force: false });
  try {
    return await testRobot(port, { only, waitMs: 5_000, connectMs: 30_000, tested: () => {} });
  } finally {
    port.close();
  }
}

/** The rows of all subjects, each tested with one of several equal robots. */
async function testInShares(
  start: (device: Registered, share: readonly Subject[]) => Promise<() => Promise<void>>,
): Promise<Row[]> {
  const rows = await Promise.all(
    shares.map(async (share) => {
      const device = await registerDevice();
      stops.push(await start(device, share));
      return await test(device, [...share, shared]);
    }),
  );
  return rows.flat();
}

const idsOf = (rows: readonly Row[], result: Row['verdict']['result']) => [
  ...new Set(rows.filter(({ verdict }) => verdict.result === result).map(({ id }) => id)),
];

it('the shares contain every subject once', () => {
  expect([...shares.flat(), shared].toSorted()).toEqual(subjects.toSorted());
});

// Most of the time is waiting, so all robots are tested at the same time.
describe.concurrent('the conformance tool', { timeout: 600_000 }, () => {
  it('the simulator holds every rule that applies to it', async () => {
    const rows = await testInShares(async ({ sn, secret }, share) => {
      const { mqttUrl } = running.gateway;
      // Only with an HTTP server it opens shells; this one refuses every token.
      const withHttp = share.includes('shells') && { httpUrl: refusing.url };
      const simulator = { sn, secret, model: 'J30' as const, mqttUrl, ...withHttp };
      return stopOf(startSimulator(simulator, ['--speedup', '5']));
    });
    expect(rows.flatMap((row) => (row.verdict.result === 'FAILS' ? linesOf(row) : []))).toEqual([]);
    expect(idsOf(rows, 'NOT_APPLICABLE')).toEqual([]);
  });

  it('a stock vehicle holds the rules of VDA 5050, and the others are not applicable', async () => {
    const device = await registerDevice({ manufacturer: 'ACME', model: 'PLAIN', protocol: 'v2' });
    const program = join(import.meta.dirname, '../../apps/server/src/robots/test-kit/stock-vehicle.ts');
    const args = [program, running.gateway.mqttUrl, device.manufacturer, device.sn, device.secret];
    stops.push(stopOf(spawn('node', args, { stdio: ['ignore', 'ignore', 'inherit'] })));
    const rows = await test(device);
    expect(rows.flatMap((row) => (row.verdict.result === 'FAILS' ? linesOf(row) : []))).toEqual([]);
    const plain = Object.values(rules)
      .flat()
      .filter(({ needs, check }) => !needs && typeof check === 'function');
    expect(idsOf(rows, 'HOLDS').toSorted()).toEqual(plain.map(({ id }) => id).toSorted());
  });

  it('every rule that a wrong robot breaks is found, and no other', async () => {
    const rows = await testInShares(
      async (device) => (await startWrongRobot(device, running.gateway.mqttUrl)).stop,
    );
    const others = rows.filter(({ id, verdict }) => verdict.result === 'FAILS' && !wrongRules.includes(id));
    expect(others.flatMap(linesOf)).toEqual([]);
    expect(idsOf(rows, 'FAILS').toSorted()).toEqual(wrongRules);
  });
});

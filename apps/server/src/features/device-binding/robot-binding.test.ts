import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { deviceBindingCalls, deviceCalls, deviceStockCalls, errors } from '@sweepline/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { RobotRefusal } from '../../robots/commands/robot-refusal.ts';
import { onOutsideBroker } from '../../robots/test-kit/test-gateway.ts';
import { eventually, TestRobot } from '../../robots/test-kit/test-robot.ts';
import { companyIds, people, startServer, type TestServer } from '../../test-kit/index.ts';

/** Binding over the wire, with our own simulated robot as a program of its own: R21 of the protocol and freezing. */
const { freeze, unfreeze, unbind } = deviceBindingCalls;
const { mallAdmin, agentAdmin } = people;
let server: TestServer;
let httpUrl: string;
let folder: string;
let robot: ChildProcess | undefined;
let said = '';
let count = 0;

beforeAll(async () => {
  server = await startServer();
  httpUrl = await server.app.listen({ port: 0, host: '127.0.0.1' });
  folder = await mkdtemp(join(tmpdir(), 'sweepline-binding-'));
});
afterEach(() => halt('SIGKILL'));
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function halt(signal: 'SIGTERM' | 'SIGKILL') {
  if (!robot || robot.exitCode !== null || robot.signalCode !== null) return;
  const gone = once(robot, 'exit');
  robot.kill(signal);
  await gone;
}

const live = (id: string) => server.gateway.live(id);
const isOnline = (id: string) => {
  const it = live(id);
  const idle = ['STANDBY', 'CHARGING'].includes(it?.mode?.value.mode ?? '');
  return it?.connection.state === 'ONLINE' && it.position !== null && idle;
};

interface Robot {
  id: string;
  sn: string;
  password: string;
}

/** Registered as a person does it. */
async function aRobot(): Promise<Robot> {
  const sn = `J30X${String(++count).padStart(4, '0')}`;
  const facts = {
    manufacturer: 'JBOT',
    model: 'J30',
    nickname: 'Otter',
    companyId: companyIds.mall,
  } as const;
  const { device, password } = await server.ok(deviceCalls.register, mallAdmin, { sn, ...facts });
  await eventually(() => live(device.id), 'the gateway to know the robot');
  return { id: device.id, sn, password };
}

function switchOn({ sn, password }: Robot) {
  const program = resolve(import.meta.dirname, '../../../../robot-sim/src/main.ts');
  const { mqttUrl } = server.gateway;
  const args = ['run', '--url', mqttUrl, '--http', httpUrl, '--sn', sn, '--model', 'J30', '--log', 'text'];
  const state = join(folder, 'robots');
  const given = [`--password=${password}`, '--speedup', '20', '--soc', '90', '--state', state];
  said = '';
  robot = spawn('node', [program, ...args, ...given], { stdio: ['ignore', 'pipe', 'inherit'] });
  robot.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
}

async function online() {
  const it = await aRobot();
  switchOn(it);
  await eventually(() => isOnline(it.id), 'the simulated robot', 30_000);
  return it;
}

const bindingOf = async (id: string) =>
  (await server.ok(deviceCalls.detail, agentAdmin, { id })).device.binding;
const bound = (id: string, state: string) =>
  eventually(async () => (await bindingOf(id)) === state, `binding ${state}`, 30_000);

/** A run over a square before the robot, as soon as it is ready for one. */
async function clean(id: string) {
  const { x, y, mapId } = live(id)!.position!.value;
  const polygon: [number, number][] = [
    [x - 3, y - 3],
    [x + 3, y - 3],
    [x + 3, y + 3],
    [x - 3, y + 3],
  ];
  const how = { cleaningMode: 'SWEEP', strength: 'STANDARD', repetitions: 1, strategy: 'FULL' } as const;
  const area = { areaId: 'a', name: 'A', polygon, areaM2: 36 };
  const plan = { ...how, pattern: 'BOUSTROPHEDON', finish: 'STAY', areas: [area], toolWidthM: 0.5 } as const;
  const map = { mapId, mapVersion: 1, zones: [], walls: [] };
  const run = await eventually(
    () =>
      server.gateway.runs
        .start({
          deviceId: id,
          name: 'Square',
          by: 'test',
          kind: 'CLEANING',
          map,
          plan: { ...plan, areas: [area] },
        })
        .catch((error: unknown) => {
          if (error instanceof RobotRefusal && error.code === 'MODE_FORBIDS') return undefined;
          throw error;
        }),
    'the robot to be ready',
    20_000,
  );
  await eventually(() => live(id)?.run?.value.state === 'IN_PROGRESS', 'the run', 20_000);
  return run.id;
}

const runState = async (id: string) => {
  const [row] = await server.asOwner((sql) => sql`select state from runs where id = ${id}`);
  return row?.state as string | undefined;
};
/** What the device API tells whoever shows this credential. */
async function configOf({ sn, password }: Robot) {
  const authorization = `Basic ${Buffer.from(`${sn}:${password}`).toString('base64')}`;
  const answer = await server.app.inject({ url: '/device/v1/config', headers: { authorization } });
  return answer.json<{ status: string }>().status;
}
/** Nothing is on its disk but that it is unbound, and the beginnings of what it will keep one day. */
async function expectWiped({ sn }: Robot) {
  const disk = join(folder, 'robots', sn);
  expect((await readdir(disk)).sort()).toEqual(['binding.json', 'commands.jsonl', 'journal.jsonl']);
  expect(await readFile(join(disk, 'commands.jsonl'), 'utf8')).toBe('');
  expect(await readFile(join(disk, 'journal.jsonl'), 'utf8')).toBe('{"seq":0}\n');
}
const connects = ({ id, sn, password }: Robot) => {
  const device = { deviceId: id, companyId: companyIds.mall, sn, secret: password, manufacturer: 'JBOT' };
  return TestRobot.connect(server.gateway.mqttUrl, { ...device, protocol: 'v3' }).then(
    () => true,
    () => false,
  );
};

test('a frozen robot ends what it does and begins nothing, and thawed it works again', async () => {
  const it = await online();
  const runId = await clean(it.id);
  await server.ok(freeze, mallAdmin, { id: it.id, reason: 'Not paid' });
  await bound(it.id, 'FROZEN');
  await eventually(async () => (await runState(runId)) === 'INTERRUPTED', 'the end of its run', 20_000);
  expect(await configOf(it)).toBe('FROZEN');
  await expect(clean(it.id)).rejects.toMatchObject({ code: 'FROZEN' });
  await server.ok(unfreeze, mallAdmin, { id: it.id });
  await bound(it.id, 'ACTIVATED');

  // Away, it is frozen for the server at once and told as soon as it is back.
  await halt('SIGTERM');
  await eventually(() => live(it.id)?.connection.state === 'OFFLINE', 'its goodbye');
  expect((await server.ok(freeze, mallAdmin, { id: it.id, reason: 'Again' })).binding).toBe('FREEZING');
  switchOn(it);
  await bound(it.id, 'FROZEN');
}, 120_000);

test('R21: unbound online in the middle of a run, it wipes itself, is refused and asks for activation', async () => {
  const it = await online();
  await server.aTask({ deviceId: it.id });
  const runId = await clean(it.id);
  const both = await Promise.all(
    [mallAdmin, agentAdmin].map((who) => server.send(unbind, who, { id: it.id })),
  );
  expect(both.map(({ code }) => code).sort()).toEqual([200, errors.changedMeanwhile.code]);
  await bound(it.id, 'NOT_ACTIVATED');
  expect(await runState(runId)).toBe('INTERRUPTED');
  const { unbindings } = await server.ok(deviceStockCalls.custody, agentAdmin, { id: it.id });
  expect(unbindings).toHaveLength(1);
  expect(unbindings[0]).toMatchObject({
    withoutRobot: false,
    robotCleared: { settings: expect.any(Number) },
  });
  expect(unbindings[0]?.cleared.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['LIVE', 'DOCUMENTS', 'JOURNAL', 'TASKS']),
  );
  await eventually(() => said.includes('asks for an activation code'), 'the activation screen', 30_000);
  await expectWiped(it);
  expect(await configOf(it)).toBe('UNBOUND');
  // Whom an outside broker lets in is its own business.
  if (!onOutsideBroker) expect(await connects(it)).toBe(false);
  const left = await server.asOwner(
    (sql) => sql`select 1 from device_live where id = ${it.id}
      union all select 1 from device_documents where device_id = ${it.id}`,
  );
  expect(left).toEqual([]);

  // Switched off and on, it is still nobody's.
  await halt('SIGTERM');
  switchOn(it);
  await eventually(() => said.includes('asks for an activation code'), 'the activation screen', 20_000);
}, 120_000);

// A robot learns of it by being refused, and an outside broker refuses whom its own list says.
test.skipIf(onOutsideBroker)(
  'R21: unbound while it is away, it learns of it when it comes back',
  async () => {
    const it = await online();
    await halt('SIGTERM');
    await eventually(() => live(it.id)?.connection.state === 'OFFLINE', 'its goodbye');
    expect((await server.send(unbind, mallAdmin, { id: it.id })).msg).toBe(errors.unbindUnreached.texts.en);
    const { device, receipt } = await server.ok(unbind, mallAdmin, { id: it.id, withoutRobot: true });
    expect(device.binding).toBe('NOT_ACTIVATED');
    expect(receipt).toMatchObject({ withoutRobot: true, robotCleared: null });
    switchOn(it);
    await eventually(() => said.includes('everything is wiped'), 'the robot to wipe itself', 30_000);
    await expectWiped(it);
  },
  120_000,
);

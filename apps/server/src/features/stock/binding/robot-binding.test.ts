import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { deviceBindingCalls, deviceCalls, deviceStockCalls, errors } from '@sweepline/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { onOutsideBroker } from '../../../robots/test-kit/test-gateway.ts';
import { eventually, TestRobot } from '../../../robots/test-kit/test-robot.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { sharedTestServer } from '../../../test-kit/test-server.ts';
import { RobotRefusal } from '../../../robots-port/robot-refusal.ts';

/** Binding over MQTT, with the simulated robot as a separate process. See docs/protocol/README.md#acceptance-tests. */
const { freeze, unfreeze, unbind } = deviceBindingCalls;
const { mallAdmin, agentAdmin } = people;
const server = sharedTestServer();
let httpUrl: string;
let folder: string;
let robot: ChildProcess | undefined;
let output = '';
let count = 0;

beforeAll(async () => {
  httpUrl = await server.app.listen({ port: 0, host: '127.0.0.1' });
  folder = await mkdtemp(join(tmpdir(), 'sweepline-binding-'));
});
afterEach(() => stopRobot('SIGKILL'));
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function stopRobot(signal: 'SIGTERM' | 'SIGKILL') {
  if (!robot || robot.exitCode !== null || robot.signalCode !== null) return;
  const exited = once(robot, 'exit');
  robot.kill(signal);
  await exited;
}

const liveOf = (id: string) => server.gateway.live(id);
const isOnline = (id: string) => {
  const state = liveOf(id);
  const idle = ['STANDBY', 'CHARGING'].includes(state?.mode?.value.mode ?? '');
  return state?.connection.state === 'ONLINE' && state.position !== null && idle;
};

interface Robot {
  id: string;
  sn: string;
  password: string;
}

/** Registers a robot by call. */
async function aRobot(): Promise<Robot> {
  const sn = `J30X${String(++count).padStart(4, '0')}`;
  const facts = {
    manufacturer: 'JBOT',
    model: 'J30',
    nickname: 'Otter',
    companyId: companyIds.mall,
  } as const;
  const { device, password } = await server.ok(deviceCalls.register, mallAdmin, { sn, ...facts });
  await eventually(() => liveOf(device.id), 'the gateway to know the robot');
  return { id: device.id, sn, password };
}

function startRobot({ sn, password }: Robot) {
  const program = resolve(import.meta.dirname, '../../../../../robot-sim/src/main.ts');
  const { mqttUrl } = server.gateway;
  const args = ['run', '--url', mqttUrl, '--http', httpUrl, '--sn', sn, '--model', 'J30', '--log', 'text'];
  const state = join(folder, 'robots');
  const options = [`--password=${password}`, '--speedup', '20', '--soc', '90', '--state', state];
  output = '';
  robot = spawn('node', [program, ...args, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  robot.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
}

async function onlineRobot() {
  const device = await aRobot();
  startRobot(device);
  await eventually(() => isOnline(device.id), 'the simulated robot', 30_000);
  return device;
}

const bindingOf = async (id: string) =>
  (await server.ok(deviceCalls.detail, agentAdmin, { id })).device.binding;
const waitForBinding = (id: string, state: string) =>
  eventually(async () => (await bindingOf(id)) === state, `binding ${state}`, 30_000);

/** Starts a run over a square around the robot, as soon as the robot is ready. */
async function clean(id: string) {
  const { x, y, mapId } = liveOf(id)!.position!.value;
  const polygon: [number, number][] = [
    [x - 3, y - 3],
    [x + 3, y - 3],
    [x + 3, y + 3],
    [x - 3, y + 3],
  ];
  const settings = { cleaningMode: 'SWEEP', strength: 'STANDARD', repetitions: 1, strategy: 'FULL' } as const;
  const area = { areaId: 'a', name: 'A', polygon, areaM2: 36 };
  const plan = {
    ...settings,
    pattern: 'BOUSTROPHEDON',
    finish: 'STAY',
    areas: [area],
    toolWidthM: 0.5,
  } as const;
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
  await eventually(() => liveOf(id)?.run?.value.state === 'IN_PROGRESS', 'the run', 20_000);
  return run.id;
}

const runState = async (id: string) => {
  const [row] = await server.asOwner((sql) => sql`select state from runs where id = ${id}`);
  return row?.state as string | undefined;
};
/** The status that the device API returns for this credential. */
async function configOf({ sn, password }: Robot) {
  const authorization = `Basic ${Buffer.from(`${sn}:${password}`).toString('base64')}`;
  const answer = await server.app.inject({ url: '/device/v1/config', headers: { authorization } });
  return answer.json<{ status: string }>().status;
}
/** The disk has only the state unbound and empty files of journal and commands. */
async function expectWiped({ sn }: Robot) {
  const disk = join(folder, 'robots', sn);
  expect((await readdir(disk)).sort()).toEqual(['binding.json', 'commands.jsonl', 'journal.jsonl']);
  expect(await readFile(join(disk, 'commands.jsonl'), 'utf8')).toBe('');
  expect(await readFile(join(disk, 'journal.jsonl'), 'utf8')).toBe('{"seq":0}\n');
}
const canConnect = ({ id, sn, password }: Robot) => {
  const device = { deviceId: id, companyId: companyIds.mall, sn, secret: password, manufacturer: 'JBOT' };
  return TestRobot.connect(server.gateway.mqttUrl, { ...device, protocol: 'v3' }).then(
    () => true,
    () => false,
  );
};

test('a frozen robot ends its run and refuses new ones, and unfrozen it works again', async () => {
  const device = await onlineRobot();
  const runId = await clean(device.id);
  await server.ok(freeze, mallAdmin, { id: device.id, reason: 'Not paid' });
  await waitForBinding(device.id, 'FROZEN');
  await eventually(async () => (await runState(runId)) === 'INTERRUPTED', 'the end of its run', 20_000);
  expect(await configOf(device)).toBe('FROZEN');
  await expect(clean(device.id)).rejects.toMatchObject({ code: 'FROZEN' });
  await server.ok(unfreeze, mallAdmin, { id: device.id });
  await waitForBinding(device.id, 'ACTIVATED');

  // An offline robot is frozen on the server immediately and gets the command when it is online again.
  await stopRobot('SIGTERM');
  await eventually(() => liveOf(device.id)?.connection.state === 'OFFLINE', 'its goodbye');
  expect((await server.ok(freeze, mallAdmin, { id: device.id, reason: 'Again' })).binding).toBe('FREEZING');
  startRobot(device);
  await waitForBinding(device.id, 'FROZEN');
});

test('a robot unbound online during a run wipes itself, is refused and asks for activation', async () => {
  const device = await onlineRobot();
  await server.aTask({ deviceId: device.id });
  const runId = await clean(device.id);
  const both = await Promise.all(
    [mallAdmin, agentAdmin].map((who) => server.send(unbind, who, { id: device.id })),
  );
  expect(both.map(({ code }) => code).sort()).toEqual([200, errors.changedMeanwhile.code]);
  await waitForBinding(device.id, 'NOT_ACTIVATED');
  expect(await runState(runId)).toBe('INTERRUPTED');
  const { unbindings } = await server.ok(deviceStockCalls.custody, agentAdmin, { id: device.id });
  expect(unbindings).toHaveLength(1);
  expect(unbindings[0]).toMatchObject({
    withoutRobot: false,
    robotCleared: { settings: expect.any(Number) },
  });
  expect(unbindings[0]?.cleared.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['LIVE', 'DOCUMENTS', 'JOURNAL', 'TASKS']),
  );
  await eventually(() => output.includes('asks for an activation code'), 'the activation screen', 30_000);
  await expectWiped(device);
  expect(await configOf(device)).toBe('UNBOUND');
  // The access list of an outside broker is not under test.
  if (!onOutsideBroker) expect(await canConnect(device)).toBe(false);
  const remaining = await server.asOwner(
    (sql) => sql`select 1 from device_live where id = ${device.id}
      union all select 1 from device_documents where device_id = ${device.id}`,
  );
  expect(remaining).toEqual([]);

  // After a restart the robot is still unbound.
  await stopRobot('SIGTERM');
  startRobot(device);
  await eventually(() => output.includes('asks for an activation code'), 'the activation screen', 20_000);
});

// The robot notices the unbinding by a refused connection; an outside broker has its own access list.
test.skipIf(onOutsideBroker)(
  'a robot unbound while offline wipes itself at its next connection',
  async () => {
    const device = await onlineRobot();
    await stopRobot('SIGTERM');
    await eventually(() => liveOf(device.id)?.connection.state === 'OFFLINE', 'its goodbye');
    expect((await server.send(unbind, mallAdmin, { id: device.id })).msg).toBe(
      errors.unbindUnreached.texts.en,
    );
    const { device: unbound, receipt } = await server.ok(unbind, mallAdmin, {
      id: device.id,
      withoutRobot: true,
    });
    expect(unbound.binding).toBe('NOT_ACTIVATED');
    expect(receipt).toMatchObject({ withoutRobot: true, robotCleared: null });
    startRobot(device);
    await eventually(() => output.includes('everything is wiped'), 'the robot to wipe itself', 30_000);
    await expectWiped(device);
  },
  120_000,
);

import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { relocations } from '../../entities/devices/relocation-table.ts';
import { commands } from '../../entities/devices/command-table.ts';
import { deviceDocuments } from '../../entities/devices/device-document-table.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  anOnlineRobot,
  eventually,
  idleState,
  type Registered,
} from '../test-kit/test-gateway.ts';
import { cutPower, startSimulator } from '../test-kit/test-simulator.ts';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';

/** Remote care of a robot: the simulated robot, and a test robot that does not answer. */
let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let companyId: string;
let folder: string;
let simulator: ChildProcess | undefined;
const wakeUps: string[] = [];

beforeAll(async () => {
  database = await makeDatabase();
  companyId = await aCompany(database.db);
  folder = await mkdtemp(join(tmpdir(), 'sweepline-care-'));
  running = await aGateway(database.db, {
    limits: { ratePerSecond: 500, burst: 2000 },
    simOperator: { wake: async (iccid) => void wakeUps.push(iccid) },
    timing: { wakeMs: 3_000, wakeRetryMs: 400, simWakeMs: 900, simWakeRetryMs: 300, confirmPoseMs: 1_500 },
  });
});
afterEach(() => cutPower(simulator));
afterAll(async () => {
  await running?.gateway.stop();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

const live = ({ deviceId }: Registered) => running.gateway.live(deviceId);
const read = <T>(work: (tx: Tx) => Promise<T>) => inScope(database.db, '*', work);
const commandOf = async (id: string) =>
  (await read((tx) => tx.select().from(commands).where(eq(commands.id, id))))[0]!;
const waitForEnd = (id: string, withinMs = 20_000) =>
  eventually(
    async () => {
      const row = await commandOf(id);
      return row.endedAt !== null && row;
    },
    `the end of ${id}`,
    withinMs,
  );
const relocationOf = async ({ deviceId }: Registered) =>
  (await read((tx) => tx.select().from(relocations).where(eq(relocations.deviceId, deviceId))))[0];
const waitForState = (device: Registered, state: 'ENTERED' | 'EXITED') =>
  eventually(async () => {
    const row = await relocationOf(device);
    return row?.state === state && row;
  }, `the relocation to be ${state}`);

const start = (device: Registered, ...more: string[]) => {
  const { mqttUrl } = running.gateway;
  simulator = startSimulator({ ...device, model: 'J30', mqttUrl, httpUrl: 'http://127.0.0.1:9' }, more);
};

/** A simulated robot away from its charger. */
async function startRobot(...more: string[]): Promise<Registered> {
  const device = await aDevice(database.db, companyId, { model: 'J30' });
  announceDevice(running.bus, device.deviceId);
  await eventually(() => live(device), 'the gateway to know the device');
  start(device, '--start', '20,12,0', ...more);
  await waitUntilReady(device);
  return device;
}

const waitUntilReady = (device: Registered) =>
  eventually(
    () => {
      const it = live(device);
      return it?.connection.state === 'ONLINE' && it.position && it.mode?.value.mode === 'STANDBY';
    },
    'the simulated robot',
    30_000,
  );

const inputFor = (device: Registered) => ({ deviceId: device.deviceId, by: 'wei', reason: 'a test' });
const command = (
  device: Registered,
  type: 'chassis.selfCheck' | 'consumable.reset' | 'device.reboot',
  params: object,
) => running.gateway.commands.sendCommand({ ...inputFor(device), type, params: { ...params } });

/** Retried, because the last state of a robot that has just booted may still be STARTUP. */
const retryWhileBooting = <T>(request: () => Promise<T>) =>
  eventually(
    () =>
      request().catch((error: { code?: string }) => {
        if (error.code === 'MODE_FORBIDS') return undefined;
        throw error;
      }),
    'the robot to be up',
  );

describe('relocation', () => {
  it('a relocation stays ENTERED after a wrong pose with RELOCATION_LOW_SCORE, refuses runs, and ends with a near pose', async () => {
    const device = await startRobot();
    const { relocations: relocation, runs } = running.gateway;
    await waitForEnd((await relocation.enter(inputFor(device))).id);
    const entered = await waitForState(device, 'ENTERED');
    expect(Date.parse(entered.endsAt) - Date.parse(entered.enteredAt)).toBe(15 * 60_000);
    expect(entered.enteredBy).toBe('wei');
    await expect(relocation.enter(inputFor(device))).rejects.toMatchObject({ code: 'RELOCATING_ALREADY' });

    // The server has it in the mode whether or not the robot reports it.
    expect(live(device)?.relocationEndsAt).toBe(entered.endsAt);

    const far = await retryWhileBooting(() =>
      relocation.setPose({ ...inputFor(device), x: 12, y: 4, theta: 1 }),
    );
    expect(await waitForEnd(far.id)).toMatchObject({
      status: 'FAILED',
      code: 'RELOCATION_LOW_SCORE',
      by: 'wei',
    });
    expect(live(device)?.position?.value).toMatchObject({ x: 12, y: 4, localized: false });
    expect((await relocationOf(device))?.state).toBe('ENTERED');
    const goal = { x: 18, y: 12 };
    await expect(runs.navigate({ deviceId: device.deviceId, goal, by: 'wei' })).rejects.toMatchObject({
      code: 'RELOCATING',
    });

    const near = await relocation.setPose({ ...inputFor(device), x: 20.3, y: 12.1, theta: 0.1 });
    const done = await waitForEnd(near.id);
    expect(done.status).toBe('SUCCEEDED');
    expect(Number(done.result?.['score'])).toBeGreaterThanOrEqual(0.6);
    expect(await waitForState(device, 'EXITED')).toMatchObject({ exitReason: 'CONFIRMED' });
    expect(live(device)?.relocationEndsAt).toBeNull();
    // The robot corrects the remaining distance by itself.
    await eventually(() => Math.abs((live(device)?.position?.value.x ?? 0) - 20) < 0.05, 'the true position');
    await eventually(() => live(device)?.mode?.value.relocating === false, 'the mode of the robot');
  });

  it("a relocation ends by a user's command and by a reboot of the robot", async () => {
    const device = await startRobot();
    const { relocations: relocation } = running.gateway;
    await expect(relocation.setPose({ ...inputFor(device), x: 1, y: 1, theta: 0 })).rejects.toMatchObject({
      code: 'NOT_RELOCATING',
    });
    await waitForEnd((await relocation.enter(inputFor(device))).id);
    await waitForState(device, 'ENTERED');
    await waitForEnd((await relocation.exit(inputFor(device))).id);
    expect(await waitForState(device, 'EXITED')).toMatchObject({ exitReason: 'EXITED' });
    await eventually(() => live(device)?.mode?.value.relocating === false, 'the robot to be out of it');

    await waitForEnd((await relocation.enter(inputFor(device))).id);
    await waitForState(device, 'ENTERED');
    await eventually(() => live(device)?.mode?.value.relocating, 'the robot to echo it');
    const reboot = await command(device, 'device.reboot', { target: 'ROBOT' });
    expect(await waitForEnd(reboot.id)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await waitForState(device, 'EXITED')).toMatchObject({ exitReason: 'REBOOTED' });
  });
});

describe('sleep', () => {
  it('a sleeping robot is ONLINE within its time after a wake-up', async () => {
    const device = await startRobot();
    const { power } = running.gateway;
    const sleeping = await retryWhileBooting(() => power.sleep({ ...inputFor(device), minSoc: 30 }));
    expect(await waitForEnd(sleeping.id)).toMatchObject({ type: 'device.sleep', status: 'SUCCEEDED' });
    expect(live(device)?.connection.state).toBe('SLEEP');
    expect(live(device)?.mode?.value.mode).toBe('SLEEP');
    const woken = await power.wake(inputFor(device));
    expect(await waitForEnd(woken.id)).toMatchObject({ type: 'device.wake', status: 'SUCCEEDED', by: 'wei' });
    expect(live(device)?.connection.state).toBe('ONLINE');
    await expect(power.wake(inputFor(device))).rejects.toMatchObject({ code: 'WRONG_STATE' });
  });

  it('a wake-up that fails is sent three times and ends with the fixed text', async () => {
    const { device, robot } = await anOnlineRobot(running, database.db, companyId);
    await robot.say('connection', { connectionState: 'HIBERNATING' }, 1);
    await eventually(() => live(device)?.connection.state === 'SLEEP', 'its sleep');
    const { id } = await running.gateway.power.wake(inputFor(device));
    await expect(running.gateway.power.wake(inputFor(device))).rejects.toMatchObject({ code: 'WRONG_STATE' });
    const failed = await waitForEnd(id);
    expect(failed).toMatchObject({
      status: 'FAILED',
      code: 'WAKE_FAILED',
      attempts: 3,
      message: 'remote wake-up failed (check network and device state and retry)',
    });
    const wakes = robot.received.filter(
      ({ topic, message }) =>
        topic === 'instantActions' && JSON.stringify(message).includes('stopHibernation'),
    );
    expect(wakes.length).toBeGreaterThanOrEqual(3);
    await robot.leave();
  });

  it('a robot that shut down is woken over its SIM card, if it has reported one', async () => {
    const { device, robot } = await anOnlineRobot(running, database.db, companyId);
    const { power } = running.gateway;
    const shutDown = async () => {
      await robot.say('connection', { connectionState: 'OFFLINE' }, 1);
      await eventually(() => live(device)?.connection.state === 'OFFLINE', 'the robot to be offline');
    };
    await shutDown();
    await expect(power.wake(inputFor(device))).rejects.toMatchObject({ code: 'NO_SIM_CARD' });
    await robot.say('xReported', { versions: {}, sections: {}, iccid: '8949020000123456789f' }, 1);
    await eventually(() => live(device)?.connection.state === 'ONLINE', 'the robot to be online');
    await shutDown();
    wakeUps.length = 0;
    const { id } = await power.wake(inputFor(device));
    await eventually(() => wakeUps.length > 0, 'the wake-up request');
    await robot.state();
    expect(await waitForEnd(id)).toMatchObject({
      status: 'SUCCEEDED',
      params: { over: 'SIM', iccid: '8949020000123456789' },
    });
    await shutDown();
    expect(await waitForEnd((await power.wake(inputFor(device))).id)).toMatchObject({
      code: 'WAKE_FAILED',
      attempts: 3,
    });
    expect(new Set(wakeUps)).toEqual(new Set(['8949020000123456789']));
    await robot.leave();
  });

  it('sleep is refused with an order, in relocation, and while a low battery charges', async () => {
    const { device, robot } = await anOnlineRobot(running, database.db, companyId);
    const actions = ['cleanArea', 'startHibernation'].map((actionType) => ({
      actionType,
      actionScopes: ['NODE'],
    }));
    await robot.say('factsheet', { protocolFeatures: { mobileRobotActions: actions } }, 1);
    const sleep = () => running.gateway.power.sleep({ ...inputFor(device), minSoc: 30 });
    const sendState = (state: object) => robot.say('state', { ...idleState, ...state }, 1);
    // Only the embedded broker answers after the gateway has handled the state.
    const isAt = (soc: number) => () => live(device)?.battery?.value.soc === soc;
    await sendState({
      orderId: 'o',
      nodeStates: [{ nodeId: 'n', sequenceId: 2, released: true }],
      powerSupply: { stateOfCharge: 77, batteryVoltage: 25, charging: false },
    });
    await eventually(isAt(77), 'the order of the robot');
    await expect(sleep()).rejects.toMatchObject({ code: 'RUN_ACTIVE' });
    await sendState({ powerSupply: { stateOfCharge: 12, batteryVoltage: 25, charging: true } });
    await eventually(isAt(12), 'the battery of the robot');
    await expect(sleep()).rejects.toMatchObject({ code: 'BATTERY_LOW' });
    await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false, relocating: true }, 1);
    // An outside broker delivers telemetry over a separate connection.
    await eventually(() => live(device)?.mode?.value.relocating, 'the mode of the robot');
    await expect(sleep()).rejects.toMatchObject({ code: 'RELOCATING' });
    await robot.leave();
  });
});

describe('care', () => {
  it('a self-check runs part by part and returns its results', async () => {
    const device = await startRobot();
    const { id } = await command(device, 'chassis.selfCheck', { items: ['MOTOR', 'LIDAR', 'PUMP'] });
    const done = await waitForEnd(id);
    expect(done).toMatchObject({ status: 'SUCCEEDED', result: { MOTOR: 'OK', LIDAR: 'OK', PUMP: 'OK' } });
    expect(done.runningAt).not.toBeNull();
  });

  it('power lost after ACCEPTED ends a command as INTERRUPTED, and a completed reset is not repeated', async () => {
    const state = join(folder, 'r5');
    const device = await startRobot('--state', state);
    const { id } = await command(device, 'chassis.selfCheck', { items: ['MOTOR', 'LIDAR', 'IMU', 'BUMPER'] });
    await eventually(async () => (await commandOf(id)).acceptedAt !== null, 'the acceptance');
    await cutPower(simulator);
    start(device, '--state', state);
    expect(await waitForEnd(id, 40_000)).toMatchObject({ status: 'FAILED', code: 'INTERRUPTED' });

    const resets = async () => {
      const documents = await read((tx) =>
        tx.select().from(deviceDocuments).where(eq(deviceDocuments.deviceId, device.deviceId)),
      );
      const parts = documents.find(({ kind }) => kind === 'REPORTED')?.document['consumables'];
      return (parts as { id: string; resets: number }[] | undefined)?.find((it) => it.id === 'filter')
        ?.resets;
    };
    await waitUntilReady(device);
    const reset = await command(device, 'consumable.reset', { id: 'filter', lifeHours: 500 });
    expect(await waitForEnd(reset.id)).toMatchObject({ status: 'SUCCEEDED', result: { remainingPct: 100 } });
    await cutPower(simulator);
    start(device, '--state', state);
    await waitUntilReady(device);
    await eventually(async () => (await resets()) === 1, 'the one reset', 15_000);
  });
});

import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { relocations } from '../../features/device-care/relocation-table.ts';
import { commands } from '../../features/devices/command-table.ts';
import { deviceDocuments } from '../../features/devices/device-document-table.ts';
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

/** What is done to a robot from afar (2.9–2.11, R5, R10, R11): our simulated robot, and one that stays silent where it must not. */
let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let companyId: string;
let folder: string;
let simulator: ChildProcess | undefined;
const asked: string[] = [];

beforeAll(async () => {
  database = await makeDatabase();
  companyId = await aCompany(database.db);
  folder = await mkdtemp(join(tmpdir(), 'sweepline-care-'));
  running = await aGateway(database.db, {
    limits: { ratePerSecond: 500, burst: 2000 },
    simOperator: { wake: async (iccid) => void asked.push(iccid) },
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
const ended = (id: string, withinMs = 20_000) =>
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
const inState = (device: Registered, state: 'ENTERED' | 'EXITED') =>
  eventually(async () => {
    const row = await relocationOf(device);
    return row?.state === state && row;
  }, `the relocation to be ${state}`);

const start = (device: Registered, ...more: string[]) => {
  const { mqttUrl } = running.gateway;
  simulator = startSimulator({ ...device, model: 'J30', mqttUrl, httpUrl: 'http://127.0.0.1:9' }, more);
};

/** A simulated robot on the floor, not at its charger. */
async function aSimulated(...more: string[]): Promise<Registered> {
  const device = await aDevice(database.db, companyId, { model: 'J30' });
  running.bus.publish('gateway/device', { deviceId: device.deviceId });
  await eventually(() => live(device), 'the gateway to know the device');
  start(device, '--start', '20,12,0', ...more);
  await ready(device);
  return device;
}

const ready = (device: Registered) =>
  eventually(
    () => {
      const it = live(device);
      return it?.connection.state === 'ONLINE' && it.position && it.mode?.value.mode === 'STANDBY';
    },
    'the simulated robot',
    30_000,
  );

const give = (device: Registered) => ({ deviceId: device.deviceId, by: 'wei', reason: 'a test' });
const command = (
  device: Registered,
  type: 'chassis.selfCheck' | 'consumable.reset' | 'device.reboot',
  params: object,
) => running.gateway.commands.sendCommand({ ...give(device), type, params: { ...params } });

/** Fresh from its boot, its last state may still say STARTUP. */
const whenUp = <T>(ask: () => Promise<T>) =>
  eventually(
    () =>
      ask().catch((error: { code?: string }) => {
        if (error.code === 'MODE_FORBIDS') return undefined;
        throw error;
      }),
    'the robot to be up',
  );

describe('relocation', () => {
  it('R10: a pose far off fails with RELOCATION_LOW_SCORE, it stays ENTERED and takes no run; one near enough ends it', async () => {
    const device = await aSimulated();
    const { relocations: relocation, runs } = running.gateway;
    await ended((await relocation.enter(give(device))).id);
    const entered = await inState(device, 'ENTERED');
    expect(Date.parse(entered.endsAt) - Date.parse(entered.enteredAt)).toBe(15 * 60_000);
    expect(entered.enteredBy).toBe('wei');
    await expect(relocation.enter(give(device))).rejects.toMatchObject({ code: 'RELOCATING_ALREADY' });

    const far = await whenUp(() => relocation.setPose({ ...give(device), x: 12, y: 4, theta: 1 }));
    expect(await ended(far.id)).toMatchObject({ status: 'FAILED', code: 'RELOCATION_LOW_SCORE', by: 'wei' });
    expect(live(device)?.position?.value).toMatchObject({ x: 12, y: 4, localized: false });
    expect((await relocationOf(device))?.state).toBe('ENTERED');
    const goal = { x: 18, y: 12 };
    await expect(runs.navigate({ deviceId: device.deviceId, goal, by: 'wei' })).rejects.toMatchObject({
      code: 'RELOCATING',
    });

    const near = await relocation.setPose({ ...give(device), x: 20.3, y: 12.1, theta: 0.1 });
    const done = await ended(near.id);
    expect(done.status).toBe('SUCCEEDED');
    expect(Number(done.result?.['score'])).toBeGreaterThanOrEqual(0.6);
    expect(await inState(device, 'EXITED')).toMatchObject({ exitReason: 'CONFIRMED' });
    // It knows the rest of the way itself.
    await eventually(() => Math.abs((live(device)?.position?.value.x ?? 0) - 20) < 0.05, 'the true place');
    await eventually(() => live(device)?.mode?.value.relocating === false, 'the robot to say so');
  }, 60_000);

  it('is left by a person, and by a robot that starts anew', async () => {
    const device = await aSimulated();
    const { relocations: relocation } = running.gateway;
    await expect(relocation.setPose({ ...give(device), x: 1, y: 1, theta: 0 })).rejects.toMatchObject({
      code: 'NOT_RELOCATING',
    });
    await ended((await relocation.enter(give(device))).id);
    await inState(device, 'ENTERED');
    await ended((await relocation.exit(give(device))).id);
    expect(await inState(device, 'EXITED')).toMatchObject({ exitReason: 'EXITED' });
    await eventually(() => live(device)?.mode?.value.relocating === false, 'the robot to be out of it');

    await ended((await relocation.enter(give(device))).id);
    await inState(device, 'ENTERED');
    await eventually(() => live(device)?.mode?.value.relocating, 'the robot to echo it');
    const reboot = await command(device, 'device.reboot', { target: 'ROBOT' });
    expect(await ended(reboot.id)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await inState(device, 'EXITED')).toMatchObject({ exitReason: 'REBOOTED' });
  }, 60_000);
});

describe('sleep', () => {
  it('R11: a robot put to sleep is ONLINE again within its time when it is woken', async () => {
    const device = await aSimulated();
    const { power } = running.gateway;
    const asleep = await whenUp(() => power.sleep({ ...give(device), minSoc: 30 }));
    expect(await ended(asleep.id)).toMatchObject({ type: 'device.sleep', status: 'SUCCEEDED' });
    expect(live(device)?.connection.state).toBe('SLEEP');
    const woken = await power.wake(give(device));
    expect(await ended(woken.id)).toMatchObject({ type: 'device.wake', status: 'SUCCEEDED', by: 'wei' });
    expect(live(device)?.connection.state).toBe('ONLINE');
    await expect(power.wake(give(device))).rejects.toMatchObject({ code: 'WRONG_STATE' });
  }, 60_000);

  it('R11: a wake-up that fails is asked three times and says the specified text', async () => {
    const { device, robot } = await anOnlineRobot(running, database.db, companyId);
    await robot.say('connection', { connectionState: 'HIBERNATING' }, 1);
    await eventually(() => live(device)?.connection.state === 'SLEEP', 'its sleep');
    const { id } = await running.gateway.power.wake(give(device));
    await expect(running.gateway.power.wake(give(device))).rejects.toMatchObject({ code: 'WRONG_STATE' });
    const failed = await ended(id);
    expect(failed).toMatchObject({
      ...{ status: 'FAILED', code: 'WAKE_FAILED', attempts: 3 },
      message: 'remote wake-up failed (check network and device state and retry)',
    });
    const wakes = robot.heard.filter(
      ({ topic, message }) =>
        topic === 'instantActions' && JSON.stringify(message).includes('stopHibernation'),
    );
    expect(wakes.length).toBeGreaterThanOrEqual(3);
    await robot.leave();
  });

  it('one that went off in an orderly fashion is woken over its SIM card, and only if it told one', async () => {
    const { device, robot } = await anOnlineRobot(running, database.db, companyId);
    const { power } = running.gateway;
    const leave = async () => {
      await robot.say('connection', { connectionState: 'OFFLINE' }, 1);
      await eventually(() => live(device)?.connection.state === 'OFFLINE', 'its farewell');
    };
    await leave();
    await expect(power.wake(give(device))).rejects.toMatchObject({ code: 'NO_SIM_CARD' });
    await robot.say('xReported', { versions: {}, sections: {}, iccid: '8986001' }, 1);
    await eventually(() => live(device)?.connection.state === 'ONLINE', 'its word');
    await leave();
    asked.length = 0;
    const { id } = await power.wake(give(device));
    await eventually(() => asked.length > 0, 'the operator to be asked');
    await robot.state();
    expect(await ended(id)).toMatchObject({ status: 'SUCCEEDED', params: { over: 'SIM', iccid: '8986001' } });
    await leave();
    expect(await ended((await power.wake(give(device))).id)).toMatchObject({
      code: 'WAKE_FAILED',
      attempts: 3,
    });
    expect(new Set(asked)).toEqual(new Set(['8986001']));
    await robot.leave();
  });

  it('is refused with an order held, in relocation, and while a low battery charges', async () => {
    const { device, robot } = await anOnlineRobot(running, database.db, companyId);
    const actions = ['cleanArea', 'startHibernation'].map((actionType) => ({
      actionType,
      actionScopes: ['NODE'],
    }));
    await robot.say('factsheet', { protocolFeatures: { mobileRobotActions: actions } }, 1);
    const sleep = () => running.gateway.power.sleep({ ...give(device), minSoc: 30 });
    // With a promise the broker answers when the gateway has taken it.
    const says = (state: object) => robot.say('state', { ...idleState, ...state }, 1);
    await says({ orderId: 'o', nodeStates: [{ nodeId: 'n', sequenceId: 2, released: true }] });
    await expect(sleep()).rejects.toMatchObject({ code: 'RUN_ACTIVE' });
    await says({ powerSupply: { stateOfCharge: 12, batteryVoltage: 25, charging: true } });
    await expect(sleep()).rejects.toMatchObject({ code: 'BATTERY_LOW' });
    await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false, relocating: true }, 1);
    // On an outside broker telemetry comes by a line of its own.
    await eventually(() => live(device)?.mode?.value.relocating, 'the robot to say so');
    await expect(sleep()).rejects.toMatchObject({ code: 'RELOCATING' });
    await robot.leave();
  });
});

describe('care', () => {
  it('a self-check goes on part by part and says what it found', async () => {
    const device = await aSimulated();
    const { id } = await command(device, 'chassis.selfCheck', { items: ['MOTOR', 'LIDAR', 'PUMP'] });
    const done = await ended(id);
    expect(done).toMatchObject({ status: 'SUCCEEDED', result: { MOTOR: 'OK', LIDAR: 'OK', PUMP: 'OK' } });
    expect(done.runningAt).not.toBeNull();
  }, 40_000);

  it('R5: power lost after ACCEPTED leaves a command INTERRUPTED, and a reset that was done is done once', async () => {
    const state = join(folder, 'r5');
    const device = await aSimulated('--state', state);
    const { id } = await command(device, 'chassis.selfCheck', { items: ['MOTOR', 'LIDAR', 'IMU', 'BUMPER'] });
    await eventually(async () => (await commandOf(id)).acceptedAt !== null, 'the acceptance');
    await cutPower(simulator);
    start(device, '--state', state);
    expect(await ended(id, 40_000)).toMatchObject({ status: 'FAILED', code: 'INTERRUPTED' });

    const resets = async () => {
      const documents = await read((tx) =>
        tx.select().from(deviceDocuments).where(eq(deviceDocuments.deviceId, device.deviceId)),
      );
      const parts = documents.find(({ kind }) => kind === 'REPORTED')?.document['consumables'];
      return (parts as { id: string; resets: number }[] | undefined)?.find((it) => it.id === 'filter')
        ?.resets;
    };
    await ready(device);
    const reset = await command(device, 'consumable.reset', { id: 'filter', lifeHours: 500 });
    expect(await ended(reset.id)).toMatchObject({ status: 'SUCCEEDED', result: { remainingPct: 100 } });
    await cutPower(simulator);
    start(device, '--state', state);
    await ready(device);
    await eventually(async () => (await resets()) === 1, 'the one reset', 15_000);
  }, 90_000);
});

import type { ChildProcess } from 'node:child_process';
import { eq } from 'drizzle-orm';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { taskReports } from '../../entities/work/report-table.ts';
import { runs } from '../../entities/work/run-table.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { aCompany, aDevice, aGateway, eventually } from '../test-kit/test-gateway.ts';
import { cutPower, startSimulator } from '../test-kit/test-simulator.ts';
import { RobotRefusal } from '../../robots-port/robot-refusal.ts';
import type { StartRun } from '../../robots-port/run-requests.ts';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';

/** A simulated robot that must charge during a run. Most of the test is charging. */
let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let simulator: ChildProcess | undefined;
let listener: MqttClient | undefined;

beforeAll(async () => {
  database = await makeDatabase();
  running = await aGateway(database.db, {
    devListener: true,
    limits: { ratePerSecond: 500, burst: 5000 },
  });
});
afterAll(async () => {
  await cutPower(simulator);
  await listener?.endAsync(true);
  await running?.gateway.stop();
  await database?.close();
});

const read = <T>(work: (tx: Tx) => Promise<T>) => inScope(database.db, '*', work);

interface State {
  paused: boolean;
  actionStates: { actionType: string; actionStatus: string }[];
}

/** Records from the robot's states whether it is paused, and the states of its area. */
async function recordStates(topic: string) {
  listener = await mqtt.connectAsync(running.gateway.mqttUrl);
  const recorded = { paused: false, area: new Set<string>() };
  listener.on('message', (_topic, payload) => {
    // The simulator's own states.
    const { paused, actionStates } = JSON.parse(payload.toString()) as State;
    recorded.paused ||= paused;
    for (const { actionType, actionStatus } of actionStates)
      if (actionType === 'cleanArea') recorded.area.add(actionStatus);
  });
  await listener.subscribeAsync(topic, { qos: 1 });
  return recorded;
}

it('a robot with a low battery interrupts its run, charges and continues; this is one run with one report', async () => {
  const device = await aDevice(database.db, await aCompany(database.db));
  announceDevice(running.bus, device.deviceId);
  const live = () => running.gateway.live(device.deviceId);
  await eventually(live, 'the gateway to know the device');
  const recorded = await recordStates(`vda5050/v3/${device.manufacturer}/${device.sn}/state`);
  // The robot starts in the middle of the reception, with seven percent above the level at which it charges.
  const options = ['--start', '21.5,7,180', '--soc', '21.5', '--speedup', '100'];
  simulator = startSimulator({ ...device, model: 'J30', mqttUrl: running.gateway.mqttUrl }, options);
  const pose = await eventually(
    () => live()?.mode?.value.mode === 'STANDBY' && live()?.battery && live()?.position?.value,
    'the simulated robot',
    30_000,
  );
  const polygon: [number, number][] = [
    [16.4, 0.4],
    [26.6, 0.4],
    [26.6, 10.6],
    [16.4, 10.6],
  ];
  const input: StartRun = {
    deviceId: device.deviceId,
    name: 'Reception',
    by: 'test',
    kind: 'CLEANING',
    map: { mapId: pose.mapId, mapVersion: 1, zones: [], walls: [] },
    plan: {
      cleaningMode: 'SWEEP',
      strength: 'STRONG',
      repetitions: 3,
      strategy: 'FULL',
      pattern: 'BOUSTROPHEDON',
      finish: 'STAY',
      toolWidthM: 0.5,
      areas: [{ areaId: 'reception', name: 'Reception', polygon, areaM2: 104 }],
    },
  };
  const { id } = await eventually(
    () =>
      running.gateway.runs.start(input).catch((error: unknown) => {
        // The last state of a robot that has just booted may still be STARTUP.
        if (error instanceof RobotRefusal && error.code === 'MODE_FORBIDS') return undefined;
        throw error;
      }),
    'the robot to be ready',
  );

  const [states, modes] = [new Set<string>(), new Set<string>()];
  const ended = await eventually(
    async () => {
      const [row] = await read((tx) => tx.select().from(runs).where(eq(runs.id, id)));
      states.add(row!.state);
      modes.add(live()?.mode?.value.mode ?? '');
      return ['SUCCESS', 'FAILED', 'INTERRUPTED'].includes(row!.state) && row;
    },
    'the run to end',
    200_000,
  );
  expect(ended).toMatchObject({ state: 'SUCCESS', code: '' });
  const cleaning = ['HEADING_TO_AREA', 'STARTING_PARTS', 'CLEANING', 'STOPPING_PARTS'];
  expect(ended.phases.map(({ phase }) => phase).filter(Boolean)).toEqual([
    ...cleaning,
    ...['HEADING_TO_CHARGE', 'DOCKING', 'REPLENISHING', 'UNDOCKING'],
    ...cleaning,
  ]);
  expect(modes).toContain('CHARGING');
  expect(recorded.area).toContain('PAUSED');
  // The robot interrupts the run by itself, so it is never PAUSED.
  expect([recorded.paused, states.has('PAUSED')]).toEqual([false, false]);

  expect(await read((tx) => tx.select().from(runs))).toHaveLength(1);
  const reports = await read((tx) => tx.select().from(taskReports));
  expect(reports).toMatchObject([{ id, result: 'SUCCESS', charges: 1 }]);
  expect(reports[0]!.coverage).toBeGreaterThanOrEqual(0.97);
  expect(reports[0]!.socEnd).toBeGreaterThan(50);
});

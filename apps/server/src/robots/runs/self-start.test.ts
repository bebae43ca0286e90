import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { noElements } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectRobots } from '../../app/robots.ts';
import { oneServer } from '../../test-kit/one-server.ts';
import { createDispatcher } from '../../features/work/calendar/schedule-jobs.ts';
import { scheduleStarts } from '../../entities/work/schedule-table.ts';
import { runIdOf } from '../../features/work/calendar/start-rules.ts';
import { deviceSections } from '../../entities/devices/device-settings-table.ts';
import { taskReports } from '../../entities/work/report-table.ts';
import { renewRobotPlans } from '../../features/work/tasks/robot-plan-service.ts';
import { runs } from '../../entities/work/run-table.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { createFileStore } from '../../platform/files/files.ts';
import { builders } from '../../test-kit/builders/builders.ts';
import { square } from '../../test-kit/square.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { freePort } from '../../test-kit/servers/free-port.ts';
import { aCompany, aDevice, aGateway, eventually } from '../test-kit/test-gateway.ts';
import { cutPower, startSimulator } from '../test-kit/test-simulator.ts';
import { repeatedly } from '../../platform/runtime/repeatedly.ts';

/** A simulated robot whose plan is due while the server is down. */
const minuteMs = 60_000;
let database: TestDatabase;
let folder: string;
let simulator: ChildProcess | undefined;
let stopServer = async () => {};
/** The offset of the clocks of server and robot. */
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);

beforeEach(async () => {
  database = await makeDatabase();
  folder = await mkdtemp(join(tmpdir(), 'sweepline-alone-'));
});
afterEach(async () => {
  await cutPower(simulator);
  await stopServer();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

const read = <T>(work: (tx: Tx) => Promise<T>) => inScope(database.db, '*', work);

/** Gateway and calendar, which stop together. */
async function aServer(port: number) {
  const { db } = database;
  const { gateway, bus } = await aGateway(db, { port, now });
  const fault = (error: unknown) => {
    throw error;
  };
  const { robots } = connectRobots({ gateway, db, bus, now, cluster: oneServer, log: console });
  const dispatch = createDispatcher({ db, bus, now, robots }, fault);
  const stop = repeatedly(dispatch, { everyMs: 1_000 }, fault);
  stopServer = async () => {
    stopServer = async () => {};
    await stop();
    await gateway.stop();
  };
  return { gateway, bus };
}

/** A robot with a task of one small bay, due in one or two minutes, which may start hours late. */
async function aPlannedRobot() {
  const make = builders(database.db, createFileStore(pathToFileURL(folder).href), now);
  const companyId = await aCompany(database.db);
  const device = await aDevice(database.db, companyId);
  const bay = { ...square(18, 10), id: 'bay' };
  const map = await make.aMap({ companyId, elements: { ...noElements, zones: [bay] } });
  const taskFields = {
    companyId,
    mapId: map.id,
    zoneIds: ['bay'],
    cleaningMode: 'SWEEP',
    finish: 'STAY' as const,
  };
  const task = await make.aTask({ ...taskFields, deviceId: device.deviceId });
  const dueMs = (Math.floor(now().getTime() / minuteMs) + 2) * minuteMs;
  const [startDate = '', time = ''] = new Date(dueMs).toISOString().slice(0, 16).split('T');
  const scheduleFields = { kind: 'ONCE' as const, startDate, time, timezone: 'UTC', startLatestMin: 240 };
  const ids = { companyId, taskId: task.id, deviceId: device.deviceId };
  const { id } = await make.aSchedule({ ...ids, ...scheduleFields });
  const fleet = join(folder, 'fleet.json');
  const robot = { sn: device.sn, model: 'J30', password: device.secret, world: 'office', mapId: map.id };
  await writeFile(fleet, JSON.stringify([robot]));
  return { device, dueMs, runId: runIdOf(id, dueMs), fleet, state: join(folder, 'robots') };
}

it('a robot cleans on time while the server is down; afterwards this is one run, reported once', async () => {
  const { device, dueMs, runId, fleet, state } = await aPlannedRobot();
  const port = await freePort();
  const { gateway, bus } = await aServer(port);
  const startRobot = (...extraArgs: string[]) => {
    const target = { ...device, model: 'J30' as const, mqttUrl: gateway.mqttUrl };
    simulator = startSimulator(target, [
      '--fleet',
      fleet,
      '--state',
      state,
      '--speedup',
      '100',
      ...extraArgs,
    ]);
  };
  await read((tx) => renewRobotPlans({ db: tx, now, bus }, [device.deviceId], 'test'));
  startRobot();
  await eventually(
    async () => {
      const sections = await read((tx) =>
        tx.select().from(deviceSections).where(eq(deviceSections.deviceId, device.deviceId)),
      );
      const plans = sections.filter(({ name }) => name === 'tasks' || name === 'schedules');
      return plans.length === 2 && plans.every((it) => it.state === 'IN_SYNC');
    },
    'the robot to have its plan',
    30_000,
  );

  await stopServer();
  await cutPower(simulator);
  aheadMs = dueMs + minuteMs - Date.now();
  startRobot(`--clock-skew=${aheadMs}ms`);
  const selfStarts = () => {
    const text = readFileSync(join(state, device.sn, 'self-starts.json'), 'utf8');
    return (JSON.parse(text) as { settled: string[] }).settled;
  };
  await eventually(() => selfStarts().includes(runId), 'the robot to begin by itself', 20_000);
  expect(await read((tx) => tx.select().from(runs))).toEqual([]);

  const { gateway: restarted } = await aServer(port);
  const backAt = await eventually(
    () => {
      const connection = restarted.live(device.deviceId)?.connection;
      return connection?.state === 'ONLINE' && connection.since;
    },
    'the robot to be back',
    30_000,
  );
  const ended = await eventually(
    async () => (await read((tx) => tx.select().from(runs))).find((it) => it.state === 'SUCCESS'),
    'the run to be over',
    60_000,
  );
  expect(ended).toMatchObject({ id: runId, origin: 'DEVICE_SCHEDULE' });
  expect(ended.startedAt! < backAt, `${ended.startedAt} before ${backAt}`).toBe(true);
  await eventually(
    async () => (await read((tx) => tx.select().from(scheduleStarts)))[0]?.state === 'STARTED',
    'the calendar to know of it',
    20_000,
  );
  expect(await read((tx) => tx.select().from(scheduleStarts))).toMatchObject([{ runId }]);
  expect(await read((tx) => tx.select().from(runs))).toHaveLength(1);
  expect(await read((tx) => tx.select().from(taskReports))).toMatchObject([{ id: runId, result: 'SUCCESS' }]);
});

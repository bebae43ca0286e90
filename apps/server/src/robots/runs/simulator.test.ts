import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { decodeTrajectory } from '@sweepline/map-core';
import { eq } from 'drizzle-orm';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { brokerAddresses } from '../../app/broker-addresses.ts';
import { alarms } from '../../entities/alarms/alarm-table.ts';
import { taskReports } from '../../entities/work/report-table.ts';
import { runPaths } from '../../entities/work/run-path-table.ts';
import { runs, type RunPlan } from '../../entities/work/run-table.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { createFileStore, type FileStore } from '../../platform/files/files.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { deviceApi } from '../device-http/device-api.ts';
import { aCompany, aDevice, aGateway, eventually, type Registered } from '../test-kit/test-gateway.ts';
import { cutPower, startSimulator } from '../test-kit/test-simulator.ts';
import { RobotRefusal } from '../../robots-port/robot-refusal.ts';
import type { StartRun } from '../../robots-port/run-requests.ts';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';

/** The simulated robot, as a separate process, with this gateway. */
let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let http: FastifyInstance;
let files: FileStore;
let folder: string;
let httpUrl: string;
let simulator: ChildProcess | undefined;

beforeAll(async () => {
  database = await makeDatabase();
  folder = await mkdtemp(join(tmpdir(), 'sweepline-sim-'));
  files = createFileStore(pathToFileURL(folder).href);
  running = await aGateway(database.db, { limits: { ratePerSecond: 500, burst: 2000 } });
  http = Fastify();
  const { mqttUrl } = running.gateway;
  const now = () => new Date();
  await http.register(
    deviceApi({
      db: database.db,
      files,
      now,
      bus: running.bus,
      refusals: running.gateway.refusals,
      brokerFor: brokerAddresses(mqttUrl, undefined),
    }),
    {
      prefix: '/device/v1',
    },
  );
  httpUrl = await http.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => cutPower(simulator));
afterAll(async () => {
  await http?.close();
  await running?.gateway.stop();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

async function aRobot(model: 'J20' | 'J30' | 'J40', ...extraArgs: string[]): Promise<Registered> {
  const device = await aDevice(database.db, await aCompany(database.db), { model });
  announceDevice(running.bus, device.deviceId);
  await eventually(() => live(device), 'the gateway to know the device');
  const { mqttUrl } = running.gateway;
  simulator = startSimulator({ ...device, model, mqttUrl, httpUrl }, extraArgs);
  await eventually(
    () => {
      const it = live(device);
      const idle = ['STANDBY', 'CHARGING'].includes(it?.mode?.value.mode ?? '');
      return it?.connection.state === 'ONLINE' && it.position && it.versions && idle;
    },
    'the simulated robot',
    30_000,
  );
  return device;
}

const live = (device: Registered) => running.gateway.live(device.deviceId);
const read = <T>(work: (tx: Tx) => Promise<T>) => inScope(database.db, '*', work);
const rowOf = async (id: string) => (await read((tx) => tx.select().from(runs).where(eq(runs.id, id))))[0];
const waitForRun = (id: string, states: string[], withinMs = 60_000) =>
  eventually(
    async () => {
      const row = await rowOf(id);
      return row && states.includes(row.state) && row;
    },
    `run ${id} in ${states.join()}`,
    withinMs,
  );

/** Starts a run over a square around the robot. */
async function cleanSquare(device: Registered, sideM: number, plan: Partial<RunPlan> = {}) {
  const pose = live(device)?.position?.value;
  if (!pose) throw new Error('it has no place');
  const { x, y } = pose;
  const half = sideM / 2;
  const polygon: [number, number][] = [
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ];
  const input: StartRun = {
    deviceId: device.deviceId,
    name: 'Square',
    by: 'test',
    kind: 'CLEANING',
    map: { mapId: pose.mapId, mapVersion: 1, zones: [], walls: [] },
    plan: {
      cleaningMode: 'SWEEP',
      strength: 'STANDARD',
      repetitions: 1,
      strategy: 'FULL',
      pattern: 'BOUSTROPHEDON',
      finish: 'STAY',
      areas: [{ areaId: 'square', name: 'Square', polygon, areaM2: sideM * sideM }],
      toolWidthM: 0.5,
      ...plan,
    },
  };
  // The last state of a robot that has just booted may still be STARTUP.
  return await eventually(
    () =>
      running.gateway.runs.start(input).catch((error: unknown) => {
        if (error instanceof RobotRefusal && error.code === 'MODE_FORBIDS') return undefined;
        throw error;
      }),
    'the robot to be ready',
  );
}

it('a simulated robot cleans an area through its phases and reports it with readable files', async () => {
  const device = await aRobot('J30');
  const { id } = await cleanSquare(device, 5);
  const ended = await waitForRun(id, ['SUCCESS', 'FAILED', 'INTERRUPTED'], 90_000);
  expect(ended).toMatchObject({ state: 'SUCCESS', code: '' });
  const phases = ended.phases.map((it) => it.phase);
  expect(phases).toEqual(
    expect.arrayContaining(['HEADING_TO_AREA', 'STARTING_PARTS', 'CLEANING', 'STOPPING_PARTS']),
  );
  expect(ended.phases.map((it) => it.at)).toEqual(ended.phases.map((it) => it.at).toSorted());

  const [report] = await read((tx) => tx.select().from(taskReports).where(eq(taskReports.id, id)));
  expect(report?.result).toBe('SUCCESS');
  expect(report?.coverage).toBeGreaterThanOrEqual(0.97);
  // The last piece of the path is written after the run has ended.
  await eventually(async () => {
    const pieces = await read((tx) => tx.select().from(runPaths).where(eq(runPaths.runId, id)));
    return pieces.flatMap((it) => it.points).filter((it) => it[4] === 1).length > 5;
  }, 'the cleaned path');

  const bytes = async (fileId: string) => {
    const [row] = await read((tx) => tx.select().from(storedFiles).where(eq(storedFiles.id, fileId)));
    const chunks: Buffer[] = [];
    for await (const chunk of files.open(row?.sha256 ?? '')) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };
  const stored = await eventually(
    async () => {
      const [it] = await read((tx) => tx.select().from(taskReports).where(eq(taskReports.id, id)));
      return it?.trajectoryFileId ? it : undefined;
    },
    'the files of the report',
    30_000,
  );
  const trajectory = decodeTrajectory(gunzipSync(await bytes(stored.trajectoryFileId ?? '')).toString());
  expect(trajectory.ok && trajectory.value[0]?.runId).toBe(id);
  const picture = await bytes(stored.coverageFiles[0]?.fileId ?? '');
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect(await read((tx) => tx.select().from(alarms).where(eq(alarms.deviceId, device.deviceId)))).toEqual(
    [],
  );
});

it('a simulated robot pauses, resumes and stops on request', async () => {
  const device = await aRobot('J20');
  const { id } = await cleanSquare(device, 8, { strength: 'LEVEL_1' });
  await waitForRun(id, ['IN_PROGRESS']);
  await eventually(() => live(device)?.run?.value.phase === 'CLEANING', 'cleaning', 60_000);
  expect((await running.gateway.runs.pause(id)).state).toBe('PAUSED');
  expect((await running.gateway.runs.resume(id)).state).toBe('IN_PROGRESS');
  expect(await running.gateway.runs.cancel(id)).toMatchObject({
    state: 'INTERRUPTED',
    code: 'USER_CANCELED',
  });
});

it('a simulated robot answers commands, and a watched one sends its position twice a second', async () => {
  const device = await aRobot('J40');
  const { commands } = running.gateway;
  const command = await commands.sendAndWait({
    deviceId: device.deviceId,
    type: 'locate',
    params: { seconds: 1 },
    by: 'test',
  });
  expect(command.status).toBe('SUCCEEDED');
  const stop = running.gateway.watch(device.deviceId);
  await eventually(
    () => running.pushed.some((it) => it.channel === `/ws/device/${device.deviceId}`),
    'frames for the page that watches',
    20_000,
  );
  stop();
});

it('a run over two areas has one planned area from its first message, and its report gives the reason of a skipped area', async () => {
  const device = await aRobot('J30');
  const pose = live(device)!.position!.value;
  const square = (areaId: string, dx: number): RunPlan['areas'][number] => ({
    areaId,
    name: areaId,
    polygon: [
      [pose.x + dx - 1.5, pose.y - 1.5],
      [pose.x + dx + 1.5, pose.y - 1.5],
      [pose.x + dx + 1.5, pose.y + 1.5],
      [pose.x + dx - 1.5, pose.y + 1.5],
    ],
    areaM2: 9,
  });
  const { id } = await cleanSquare(device, 3, { areas: [square('near', 0), square('far', -4)] });
  const planned = new Set<number>();
  await eventually(
    async () => {
      const row = await rowOf(id);
      // Before its first message the value is the area of the outlines.
      if (row?.taskSeq && row.plannedM2 !== null) planned.add(Math.round(row.plannedM2));
      return row?.areaIndex === 1 && row.phase === 'CLEANING' && row;
    },
    'the second area',
    90_000,
  );
  expect((await rowOf(id))?.etaS).toBeGreaterThan(0);
  await running.gateway.runs.cancel(id);
  const report = await eventually(
    async () => (await read((tx) => tx.select().from(taskReports).where(eq(taskReports.id, id))))[0],
    'the report',
    30_000,
  );
  planned.add(Math.round(report.plannedM2 ?? 0));
  expect([...planned]).toHaveLength(1);
  expect(report.areas.map(({ areaId }) => areaId)).toEqual(['near', 'far']);
  const reasons = report.missed.filter(({ areaId }) => areaId === 'far').map(({ reason }) => reason);
  expect(new Set(reasons)).toEqual(new Set(['STOPPED']));
});

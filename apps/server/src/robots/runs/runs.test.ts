import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alarms } from '../../entities/alarms/alarm-table.ts';
import { taskReports } from '../../entities/work/report-table.ts';
import { runPaths } from '../../entities/work/run-path-table.ts';
import { runs, type RunPlan } from '../../entities/work/run-table.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import {
  aCompany,
  aGateway,
  anOnlineRobot,
  eventually,
  idleState,
  type Registered,
  type TestRobot,
} from '../test-kit/test-gateway.ts';

let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let robot: TestRobot;
let device: Registered;
let companyId: string;

beforeAll(async () => {
  database = await makeDatabase();
  companyId = await aCompany(database.db);
  running = await aGateway(database.db, {
    timing: {
      orderResendMs: 400,
      instantResendMs: [300, 600],
      pathFlushMs: 200,
    },
  });
});
beforeEach(async () => {
  await robot?.leave();
  ({ device, robot } = await anOnlineRobot(running, database.db, companyId));
});
afterAll(async () => {
  await robot?.leave();
  await running?.gateway.stop();
  await database?.close();
});

const live = () => running.gateway.live(device.deviceId);
const read = <T>(work: (tx: Tx) => Promise<T>) => inScope(database.db, '*', work);
const rowOf = async (id: string) => (await read((tx) => tx.select().from(runs).where(eq(runs.id, id))))[0];
const waitForRun = (id: string, state: string) =>
  eventually(async () => {
    const row = await rowOf(id);
    return row?.state === state && row;
  }, `the run to be ${state}`);

const plan: RunPlan = {
  cleaningMode: 'SWEEP',
  strength: 'STANDARD',
  repetitions: 1,
  strategy: 'FULL',
  pattern: 'EDGE_THEN_FILL',
  finish: 'STAY',
  areas: [
    {
      areaId: 'z1',
      name: 'Hall',
      polygon: [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 3],
      ],
      areaM2: 12,
    },
  ],
  toolWidthM: 0.5,
};
const map = { mapId: 'm1', mapVersion: 3, zones: [], walls: [] };
const start = (fields: object = {}) =>
  running.gateway.runs.start({
    deviceId: device.deviceId,
    name: 'Daily',
    by: 'test',
    kind: 'CLEANING',
    plan,
    map,
    ...fields,
  });

const cleaning = (runId: string, actionStatus: string, fields: object = {}) => ({
  orderId: runId,
  nodeStates:
    actionStatus === 'FINISHED' || actionStatus === 'FAILED'
      ? []
      : [{ nodeId: 'z1', sequenceId: 2, released: true }],
  actionStates: [{ actionId: `${runId}.0`, actionType: 'cleanArea', actionStatus }],
  ...fields,
});
const task = (runId: string, body: object) =>
  robot.say('xTask', robot.durable({ runId, origin: 'CLOUD', state: 'IN_PROGRESS', ...body }), 1);
const report = (runId: string, body: object = {}) =>
  robot.say(
    'xReport',
    robot.durable({
      runId,
      startTime: '2026-01-01T10:00:00.000Z',
      endTime: '2026-01-01T10:30:00.000Z',
      result: 'SUCCESS',
      areas: [{ areaId: 'z1', mapId: 'm1', plannedM2: 12, cleanedM2: 11.8, coverage: 0.983 }],
      totals: { plannedM2: 12, cleanedM2: 11.8, seconds: 1800 },
      ...body,
    }),
    1,
  );
const content = { name: '', mediaType: '', bytes: 1, sha256: '0', createdAt: new Date().toISOString() };
const waitForAck = (msgId: string) =>
  robot.waitForMessage('xAck', (message) => (message['acks'] as string[]).includes(msgId));

describe('a cleaning run', () => {
  it('is ordered, followed through its phases, reported and completed', async () => {
    const { id } = await start();
    const order = await robot.waitForMessage('order');
    expect(order).toMatchObject({ orderId: id, orderUpdateId: 0 });
    const [first, area] = order['nodes'] as {
      nodePosition: object;
      actions: { actionParameters: object[] }[];
    }[];
    expect(first?.nodePosition).toMatchObject({ x: 1, y: 2, allowedDeviationXY: { a: 1, b: 1, theta: 0 } });
    expect(area?.actions[0]?.actionParameters).toContainEqual({
      key: 'polygon',
      value: plan.areas[0]?.polygon,
    });

    await robot.state(cleaning(id, 'WAITING', { driving: true }));
    await waitForRun(id, 'IN_PROGRESS');
    await task(id, { phase: 'HEADING_TO_AREA' });
    await task(id, { phase: 'CLEANING', plannedM2: 12, cleanedM2: 6, coverage: 0.5 });
    await robot.state(cleaning(id, 'RUNNING', { driving: true }));
    await eventually(async () => (await rowOf(id))?.coverage === 0.5, 'progress');
    expect(live()?.run?.value).toMatchObject({ runId: id, phase: 'CLEANING', coverage: 0.5 });

    await robot.state(cleaning(id, 'FINISHED'));
    await waitForRun(id, 'COMPLETE');
    await report(id);
    const ended = await waitForRun(id, 'SUCCESS');
    expect(ended.phases.map((it) => it.phase)).toEqual(['HEADING_TO_AREA', 'CLEANING']);
    expect(ended.cleanedM2).toBeCloseTo(11.8, 3);
    const [stored] = await read((tx) => tx.select().from(taskReports).where(eq(taskReports.id, id)));
    expect(stored).toMatchObject({ result: 'SUCCESS', taskId: null, deviceId: device.deviceId });
    expect(stored?.uncleanedM2).toBeCloseTo(0.2, 3);
    await eventually(() => live()?.run === null, 'the run to leave the live state');
  });

  it('stores the driven path in pieces, with the cleaned parts', async () => {
    const { id } = await start();
    await robot.state(cleaning(id, 'RUNNING'));
    await waitForRun(id, 'IN_PROGRESS');
    await task(id, { phase: 'CLEANING' });
    await robot.say('xTelemetry', { mode: 'AUTO_RUN', modePaused: false, phase: 'CLEANING' });
    for (let x = 1; x < 5; x++) {
      await robot.say('visualization', {
        mobileRobotPosition: { x, y: 2, theta: 0, mapId: 'm1', localized: true },
      });
      await pause(60);
    }
    const pieces = await eventually(async () => {
      const rows = await read((tx) => tx.select().from(runPaths).where(eq(runPaths.runId, id)));
      return rows.flatMap((it) => it.points).length >= 4 && rows;
    }, 'the path');
    const points = pieces.toSorted((a, b) => a.seq - b.seq).flatMap((it) => it.points);
    expect(points.map((it) => it[1]).at(-1)).toBe(4);
    expect(points.at(-1)?.[4]).toBe(1);
    const times = points.map((it) => it[0]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('stores the corners that a robot reports, and ignores its positions between them', async () => {
    const { id } = await start();
    await robot.state(cleaning(id, 'RUNNING'));
    await waitForRun(id, 'IN_PROGRESS');
    // The path of another run, with `x: 90`, is ignored.
    const telemetry = { mode: 'AUTO_RUN', modePaused: false, phase: 'CLEANING', runId: id };
    const corners = ['10 2 0', '12 2 1', '12 4 1', '10 4 0', '10 6 1'];
    const numbers = corners.map((text) => text.split(' ').map(Number));
    const way = numbers.map(([x, y, flags], n) => [corners.length - n, x, y, 0, flags]);
    // The corners are some milliseconds old, and must not be older than the position at the start.
    await pause(50);
    await robot.say('xTelemetry', { ...telemetry, runId: newId(), way: [[0, 90, 90, 0, 1]] });
    await robot.say('xTelemetry', { ...telemetry, way: way.slice(0, 4) });
    await robot.say('visualization', {
      mobileRobotPosition: { ...idleState.mobileRobotPosition, x: 70, y: 70 },
    });
    await robot.say('xTelemetry', { ...telemetry, way: way.slice(4) });
    const points = await eventually(async () => {
      const rows = await read((tx) => tx.select().from(runPaths).where(eq(runPaths.runId, id)));
      const all = rows.flatMap((it) => it.points);
      return all.some(([, , y]) => y === 6) && all.filter(([, x]) => x >= 10);
    }, 'the path');
    expect(points.map(([, x, y, , flag]) => `${x} ${y} ${flag}`)).toEqual(corners);
  });

  it("resends the order until the robot's state shows it, and fails when it never does", async () => {
    const { id } = await start();
    await waitForRun(id, 'FAILED');
    expect((await rowOf(id))?.code).toBe('ORDER_NOT_ACKNOWLEDGED');
    const orders = robot.received.filter((it) => it.topic === 'order');
    expect(orders).toHaveLength(4);
    expect(new Set(orders.map((it) => it.message['orderId']))).toEqual(new Set([id]));
    expect(new Set(orders.map((it) => it.message['headerId'])).size).toBe(4);
    // The robot had received the order: the run becomes active again.
    await robot.state(cleaning(id, 'RUNNING'));
    await waitForRun(id, 'IN_PROGRESS');
  });

  it('fails with the reason when the robot rejects the order', async () => {
    const { id } = await start();
    await robot.state({
      errors: [
        {
          errorType: 'VALIDATION_FAILURE',
          errorLevel: 'WARNING',
          errorReferences: [{ referenceKey: 'orderId', referenceValue: id }],
        },
      ],
    });
    await waitForRun(id, 'FAILED');
    expect((await rowOf(id))?.code).toBe('ORDER_REJECTED');
  });

  it('is paused, resumed and canceled through instant actions that the robot acknowledges', async () => {
    const { id } = await start();
    await robot.state(cleaning(id, 'RUNNING'));
    await waitForRun(id, 'IN_PROGRESS');
    const answer = async (actionType: string, state: object) => {
      const isRequested = (it: Record<string, unknown>) => actionOf(it).actionType === actionType;
      const message = await robot.waitForMessage('instantActions', isRequested);
      const instantActionStates = [{ ...actionOf(message), actionStatus: 'FINISHED' }];
      await robot.state({ ...state, instantActionStates });
    };
    const pause = running.gateway.runs.pause(id);
    await answer('startPause', cleaning(id, 'PAUSED', { paused: true }));
    expect((await pause).state).toBe('PAUSED');
    const resume = running.gateway.runs.resume(id);
    await answer('stopPause', cleaning(id, 'RUNNING'));
    expect((await resume).state).toBe('IN_PROGRESS');
    const cancellation = running.gateway.runs.cancel(id);
    await answer('cancelOrder', cleaning(id, 'FAILED'));
    expect(await cancellation).toMatchObject({ state: 'INTERRUPTED', code: 'USER_CANCELED' });
  });

  it('is interrupted when the robot no longer has the order', async () => {
    const { id } = await start();
    await robot.state(cleaning(id, 'RUNNING'));
    await waitForRun(id, 'IN_PROGRESS');
    await robot.state();
    expect((await waitForRun(id, 'INTERRUPTED')).code).toBe('ROBOT_LOST_ORDER');
  });

  it('has its origin when it was started at the robot, and follows its messages', async () => {
    const id = newId();
    await task(id, { origin: 'HMI', phase: 'HEADING_TO_AREA', mapId: 'm1' });
    const row = await waitForRun(id, 'IN_PROGRESS');
    expect(row).toMatchObject({ origin: 'HMI', deviceId: device.deviceId, companyId });
    await task(id, { origin: 'HMI', state: 'INTERRUPTED', code: 'HMI_STOP' });
    expect((await waitForRun(id, 'INTERRUPTED')).code).toBe('HMI_STOP');
  });

  it('takes its author, mode and areas from its messages when it was started at the robot', async () => {
    const id = newId();
    await task(id, { origin: 'HMI', by: 'Li', mapId: 'm1' });
    expect((await waitForRun(id, 'IN_PROGRESS')).by).toBe('Li');
    const area = { areaId: 'z1', mapId: 'm1', cleaningMode: 'SWEEP', plannedM2: 12, cleanedM2: 11.8 };
    await report(id, { areas: [area] });
    const { plan } = await waitForRun(id, 'SUCCESS');
    expect(plan.cleaningMode).toBe('SWEEP');
    expect(plan.areas).toEqual([{ areaId: 'z1', name: 'z1', polygon: [], areaM2: 12 }]);
  });

  it('stays in the live state when the late report of an earlier run arrives', async () => {
    const earlier = newId();
    await task(earlier, { origin: 'HMI' });
    await task(earlier, { origin: 'HMI', state: 'INTERRUPTED', code: 'HMI_STOP' });
    await waitForRun(earlier, 'INTERRUPTED');
    const { id } = await start();
    await robot.state(cleaning(id, 'RUNNING'));
    await waitForRun(id, 'IN_PROGRESS');
    await report(earlier, { result: 'PARTIAL' });
    await eventually(async () => (await rowOf(earlier))?.coverage, 'the late report');
    expect(live()?.run?.value.runId).toBe(id);
    expect((await rowOf(earlier))?.code).toBe('HMI_STOP');
  });

  it('is refused with the reason of the protocol', async () => {
    await robot.say('xTelemetry', { mode: 'MANUAL_RUN', modePaused: false });
    await eventually(() => live()?.mode?.value.mode === 'MANUAL_RUN', 'the mode');
    await expect(start()).rejects.toMatchObject({ code: 'MODE_FORBIDS' });
    await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false, relocating: true });
    await eventually(() => live()?.mode?.value.relocating, 'relocation');
    await expect(start()).rejects.toMatchObject({ code: 'RELOCATING' });
    await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false });
    await eventually(() => live()?.mode?.value.relocating === false, 'no relocation');
    await expect(start({ map: { ...map, mapId: 'other' } })).rejects.toMatchObject({ code: 'MAP_DIFFERS' });
    await robot.state({ powerSupply: { stateOfCharge: 19, charging: false } });
    await eventually(() => live()?.battery?.value.soc === 19, 'the battery');
    await expect(start()).rejects.toMatchObject({ code: 'BATTERY_LOW' });
  });

  it('waits until the robot has the blocked zones', async () => {
    const square = [
      { x: 0, y: 0 },
      { x: 0, y: 1 },
      { x: 1, y: 1 },
      { x: 1, y: 0 },
    ];
    const zones = [{ id: 'n1', type: 'NO_GO' as const, name: 'Stairs', points: square }];
    const starting = start({ map: { ...map, zones } });
    const sent = await robot.waitForMessage('zoneSet');
    expect(sent['zoneSet']).toMatchObject({
      zoneSetId: 'zs-m1-3',
      mapId: 'm1',
      // Drawn clockwise, sent counter-clockwise.
      zones: [{ zoneId: 'n1', zoneType: 'BLOCKED', vertices: square.toReversed() }],
    });
    const withZones = (zoneSetStatus: string) => ({
      zoneSets: [{ zoneSetId: 'zs-m1-3', mapId: 'm1', zoneSetStatus }],
    });
    await robot.state(withZones('DISABLED'));
    await robot.waitForMessage('instantActions', (it) => actionOf(it).actionType === 'enableZoneSet');
    expect(robot.received.some((it) => it.topic === 'order')).toBe(false);
    await robot.state(withZones('ENABLED'));
    await starting;
    await robot.waitForMessage('order');
  });
});

const actionOf = (message: Record<string, unknown>) =>
  (message['actions'] as { actionType: string; actionId: string }[])[0] ?? { actionType: '', actionId: '' };

describe('durable messages', () => {
  it('are acknowledged after they are stored, and processed once, however often they are repeated', async () => {
    const raised = robot.durable({ alarmId: newId(), event: 'RAISED', code: '20103', level: 2 });
    for (let i = 0; i < 3; i++) await robot.say('xAlarm', raised, 1);
    await waitForAck(raised.msgId);
    const rows = await read((tx) => tx.select().from(alarms).where(eq(alarms.deviceId, device.deviceId)));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ code: '20103', type: 'CLEAN_WATER_LOW', count: 1, clearedAt: null });
    await eventually(() => robot.received.filter((it) => it.topic === 'xAck').length > 0, 'acknowledgements');
  });

  it('that are invalid become dead letters and are acknowledged, so that the journal continues', async () => {
    const invalid = robot.durable({ alarmId: newId(), event: 'RAISED', code: 'not a code', level: 2 });
    const valid = robot.durable({ alarmId: newId(), event: 'RAISED', code: '10102', level: 3 });
    await robot.say('xAlarm', invalid, 1);
    await robot.say('xAlarm', valid, 1);
    await waitForAck(invalid.msgId);
    await waitForAck(valid.msgId);
  });

  it("are dated by the server's clock when the robot's clock is wrong", async () => {
    const wrongMs = 90_000;
    const alarmId = newId();
    const occurredAt = new Date(Date.now() - wrongMs - 5000).toISOString();
    const timestamp = new Date(Date.now() - wrongMs).toISOString();
    const body = {
      ...robot.durable({ alarmId, event: 'RAISED', code: '10101', level: 3 }),
      occurredAt,
      timestamp,
    };
    await robot.say('xAlarm', body, 1);
    await waitForAck(body.msgId);
    const [row] = await read((tx) => tx.select().from(alarms).where(eq(alarms.id, alarmId)));
    expect(Math.abs(Date.parse(row?.raisedAt ?? '') - (Date.now() - 5000))).toBeLessThan(2000);
  });

  it('of a repeated report add its files', async () => {
    const { id } = await start();
    await report(id);
    await waitForRun(id, 'SUCCESS');
    const [trajectory, coverage] = [newId(), newId()];
    const aFile = (fileId: string, kind: string) => ({ id: fileId, companyId, kind, ...content });
    await read((tx) =>
      tx.insert(storedFiles).values([aFile(trajectory, 'TRAJECTORY'), aFile(coverage, 'COVERAGE')]),
    );
    await report(id, {
      totals: { plannedM2: 1, cleanedM2: 0, seconds: 1 },
      files: { trajectory, coverage: [{ mapId: 'm1', fileId: coverage }] },
    });
    const stored = await eventually(async () => {
      const [it] = await read((tx) => tx.select().from(taskReports).where(eq(taskReports.id, id)));
      return it?.trajectoryFileId && it;
    }, 'the files');
    expect(stored).toMatchObject({
      trajectoryFileId: trajectory,
      coverageFiles: [{ mapId: 'm1', fileId: coverage }],
      plannedM2: 12,
    });
  });
});

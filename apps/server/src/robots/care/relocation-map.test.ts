import { expect, test, beforeAll, afterAll } from 'vitest';
import { newId } from '../../platform/runtime/ids.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { aCompany, aGateway, anOnlineRobot, idleState } from '../test-kit/test-gateway.ts';
import type { ReceivedAction } from '../test-kit/test-robot.ts';

/** The map of a relocation, with a test robot whose messages a test decides. */
let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let companyId: string;

beforeAll(async () => {
  database = await makeDatabase();
  companyId = await aCompany(database.db);
  running = await aGateway(database.db, { timing: { confirmPoseMs: 1_500 } });
});
afterAll(async () => {
  await running?.gateway.stop();
  await database?.close();
});

const entry = (mapId: string, mapStatus: 'ENABLED' | 'DISABLED', mapVersion = '1') => ({
  mapId,
  mapVersion,
  mapStatus,
});
const resultOf = ({ actionId, actionType }: ReceivedAction, actionStatus: 'FINISHED' | 'FAILED') => ({
  instantActionStates: [{ actionId, actionType, actionStatus, actionResult: '' }],
});

async function aRobotWith(stored: object[]) {
  const { device, robot } = await anOnlineRobot(running, database.db, companyId);
  // With QoS 1 the broker answers after the gateway has handled the state.
  const state = (maps: object[], fields: object = {}) =>
    robot.say('state', { ...idleState, maps: [entry('m1', 'ENABLED'), ...maps], ...fields }, 1);
  await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false, relocating: false }, 1);
  await state(stored);
  const enter = (mapId: string) =>
    running.gateway.relocations.enter({ deviceId: device.deviceId, by: 'wei', mapId });
  return { robot, state, enter };
}

test('a stored map that is disabled is enabled with its newest version before the robot is relocated onto it', async () => {
  const mapId = newId();
  const stored = [entry(mapId, 'DISABLED', '2'), entry(mapId, 'DISABLED', '10')];
  const { robot, state, enter } = await aRobotWith(stored);
  const entered = enter(mapId);
  const enable = await robot.waitForAction('enableMap');
  expect(enable.actionParameters).toContainEqual({ key: 'mapVersion', value: '10' });
  await state([entry(mapId, 'ENABLED', '10')], resultOf(enable, 'FINISHED'));
  const command = await robot.waitForMessage('xCommand', ({ type }) => type === 'relocation.enter');
  expect(command['params']).toEqual({ mapId });
  expect((await entered).params).toEqual({ mapId });
  await robot.leave();
});

test('a map that the robot cannot enable is refused, and the robot is asked again at the next request', async () => {
  const mapId = newId();
  const { robot, state, enter } = await aRobotWith([entry(mapId, 'DISABLED')]);
  const entered = enter(mapId);
  const outcome = entered.catch((error: unknown) => error);
  const enable = await robot.waitForAction('enableMap');
  await state([entry(mapId, 'DISABLED')], resultOf(enable, 'FAILED'));
  expect(await outcome).toMatchObject({ code: 'MAP_REFUSED' });
  void enter(mapId).catch(() => {});
  await robot.waitForAction('enableMap', 2);
  await robot.leave();
});

test('a robot is not relocated onto a map that it does not have, and not while it charges', async () => {
  const { robot, enter } = await aRobotWith([]);
  await expect(enter(newId())).rejects.toMatchObject({ code: 'MAP_NOT_ON_ROBOT' });
  await robot.say('xTelemetry', { mode: 'CHARGING', modePaused: false, relocating: false }, 1);
  await expect(enter('m1')).rejects.toMatchObject({ code: 'RELOCATION_CHARGING' });
  await robot.leave();
});

test('a pose that the robot confirms on another map does not end the relocation', async () => {
  const mapId = newId();
  const { robot, state, enter } = await aRobotWith([entry(mapId, 'ENABLED')]);
  const { deviceId, id } = await enter(mapId);
  const reply = robot.durable({ commandId: id, status: 'SUCCEEDED', code: '' });
  await robot.say('xReply', reply, 1);
  await expect.poll(() => running.gateway.relocations.isEntered(deviceId)).toBe(true);
  await running.gateway.relocations.setPose({ deviceId, by: 'wei', x: 1, y: 1, theta: 0 });
  const action = await robot.waitForAction('initializePosition');
  expect(action.actionParameters).toContainEqual({ key: 'mapId', value: mapId });
  const position = { ...idleState.mobileRobotPosition, localized: true, localizationScore: 0.9 };
  await state([entry(mapId, 'ENABLED')], resultOf(action, 'FINISHED'));
  await state([entry(mapId, 'ENABLED')], { mobileRobotPosition: position });
  await expect(
    running.gateway.relocations.setPose({ deviceId, by: 'wei', x: 2, y: 1, theta: 0 }),
  ).rejects.toMatchObject({ code: 'WRONG_STATE' });
  await state([entry(mapId, 'ENABLED')], { mobileRobotPosition: { ...position, mapId } });
  await expect.poll(() => running.gateway.relocations.isEntered(deviceId)).toBe(false);
  await robot.leave();
});

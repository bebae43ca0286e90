import {
  deadLetterCalls,
  elevatorCalls,
  elevatorModuleCalls,
  elevatorProjectCalls,
  errors,
  monitorCalls,
  rideCalls,
  type RideDetail,
} from '@sweepline/contract';
import mqtt from 'mqtt';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../../../platform/runtime/ids.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { announceDevice } from '../../devices/identity/credential-service.ts';

const { mallAdmin, otherAdmin, superAdmin } = people;
const server = testServer();
const program = resolve(import.meta.dirname, '../../../../../robot-sim/src/main.ts');
const waitMs = 60_000;

const places = { LIFT_CALL: 3.2, LIFT_ENTRY: 2.2, LIFT_INSIDE: 1.2 } as const;
const pointsOf = (liftId: string, floor: string) =>
  Object.entries(places).map(([type, x]) => ({
    id: `${type}-${floor}`,
    type: type as keyof typeof places,
    name: type,
    x,
    y: 12.5,
    theta: Math.PI,
    floor,
    liftId,
  }));

function simulator(...args: string[]) {
  const child = spawn('node', [program, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

let count = 0;
/** An elevator over two floors of a site, with maps and a linked robot. */
async function tower() {
  const number = `A${++count}`;
  const serial = `LIFT-R${count}`;
  const site = await server.aSite();
  const noElements = { zones: [], walls: [], segments: [], slopes: [], bumps: [] };
  const maps = await Promise.all(
    ['0', '1'].map((floor) =>
      server.aMap({ siteId: site.id, elements: { ...noElements, points: pointsOf(number, floor) } }),
    ),
  );
  const project = await server.ok(elevatorProjectCalls.add, mallAdmin, {
    number: `R-${count}`,
    name: 'Tower',
    siteId: site.id,
  });
  const { module, secret } = await server.ok(elevatorModuleCalls.add, mallAdmin, {
    projectId: project.id,
    number: 'M-1',
    serial,
    manufacturer: 'ACME',
    type: 'CONTROLLER',
  });
  const elevator = await server.ok(elevatorCalls.add, mallAdmin, {
    projectId: project.id,
    number,
    name: 'Elevator A',
    moduleId: module.id,
    cars: [{ id: 'A', name: '', doors: ['FRONT'] }],
    floors: maps.map(({ id }, level) => ({
      label: `${level}`,
      floorId: null,
      mapId: id,
      doors: ['FRONT' as const],
    })),
  });
  const robot = await server.aDevice({ sn: `T${newId().slice(-12)}`, nickname: 'Otter', model: 'J30' });
  announceDevice(server.bus, robot.id);
  const { version } = await server.ok(elevatorProjectCalls.detail, mallAdmin, { id: project.id });
  await server.ok(elevatorProjectCalls.link, mallAdmin, { id: project.id, version, deviceIds: [robot.id] });
  return { number, serial, secret, maps, elevator, robot };
}
type Tower = Awaited<ReturnType<typeof tower>>;

const startController = ({ serial, secret, number }: Tower, ...more: string[]) =>
  simulator(
    ...['lift', '--url', server.gateway.mqttUrl, '--sn', serial, `--password=${secret}`],
    ...['--elevator', number, '--floors', '0,1', '--speedup', '10', ...more],
  );

/** Starts the robot in the corridor of an office, with the maps of both floors. */
async function startRobot({ robot, maps, number }: Tower) {
  const stop = (floor: string, mapId: string) => ({
    floor,
    world: 'office',
    worldSeed: 1,
    mapId,
    call: [3.2, 12.5, 180],
    entry: [2.2, 12.5, 180],
    inside: [1.2, 12.5, 180],
  });
  const entry = {
    sn: robot.sn,
    model: 'J30',
    password: 'secret',
    world: 'office',
    worldSeed: 1,
    mapId: maps[0]!.id,
    start: [5, 12.5, 180],
    soc: 90,
    mtbf: 'off',
    rides: { liftId: number, stops: maps.map(({ id }, level) => stop(`${level}`, id)) },
  };
  const folder = mkdtempSync(join(tmpdir(), 'ride-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const fleet = join(folder, 'fleet.json');
  writeFileSync(fleet, JSON.stringify([entry]));
  simulator('run', '--url', server.gateway.mqttUrl, '--fleet', fleet, '--speedup', '5', '--log', 'none');
  await expect
    .poll(() => server.gateway.live(robot.id)?.position?.value.mapId, { timeout: waitMs })
    .toBe(maps[0]!.id);
  await expect
    .poll(() => server.gateway.live(robot.id)?.mode?.value.mode, { timeout: waitMs })
    .toBe('STANDBY');
}

const newest = async ({ robot }: Tower): Promise<RideDetail | undefined> => {
  const [ride] = (await server.ok(rideCalls.list, mallAdmin, { deviceId: robot.id })).list;
  return ride && (await server.ok(rideCalls.detail, mallAdmin, { id: ride.id }));
};
const ended = async (site: Tower) => {
  await expect.poll(async () => (await newest(site))?.endedAt ?? null, { timeout: waitMs }).not.toBeNull();
  return (await newest(site))!;
};
const online = async (site: Tower) =>
  await expect
    .poll(
      async () => (await server.ok(elevatorCalls.detail, mallAdmin, { id: site.elevator.id })).module?.online,
    )
    .toBe(true);

test(
  'a robot is sent to another floor: it rides, changes its map, and the car is free again',
  { timeout: 2 * waitMs },
  async () => {
    const site = await tower();
    startController(site);
    await online(site);
    await startRobot(site);
    const input = { deviceId: site.robot.id, elevatorId: site.elevator.id, to: '1' };
    expect((await server.send(rideCalls.start, otherAdmin, input)).code).toBe(errors.notFound.code);
    await server.ok(rideCalls.start, mallAdmin, input);
    await expect.poll(async () => (await newest(site))?.status, { timeout: waitMs }).toBe('RIDING');
    const { ride } = await server.ok(monitorCalls.liftStatus, mallAdmin, { id: site.robot.id });
    expect(ride).toMatchObject({
      elevatorName: 'Elevator A',
      fromFloor: '0',
      toFloor: '1',
      car: { id: 'A' },
    });
    expect((await server.send(rideCalls.start, mallAdmin, input)).code).toBe(errors.robotRides.code);
    expect((await server.send(elevatorCalls.remove, mallAdmin, { id: site.elevator.id })).code).toBe(
      errors.elevatorHasRides.code,
    );
    const [riding] = (await server.ok(rideCalls.list, mallAdmin, { deviceId: site.robot.id })).list;
    expect((await server.send(rideCalls.abort, mallAdmin, { id: riding!.id, reason: 'late' })).code).toBe(
      errors.rideNotWaiting.code,
    );
    expect(await ended(site)).toMatchObject({ status: 'FINISHED', code: '', place: 'OUTSIDE', carId: 'A' });
    const detail = await newest(site);
    expect([...new Set(detail?.events.map(({ status }) => status))]).toEqual(
      expect.arrayContaining(['WAITING', 'ENTERING', 'RIDING', 'EXITING', 'FINISHED']),
    );
    expect(detail?.events.map(({ word }) => word)).toEqual(
      expect.arrayContaining(['reserve', 'call 0', 'call 1', 'release']),
    );
    await expect.poll(() => server.gateway.live(site.robot.id)?.position?.value.mapId).toBe(site.maps[1]!.id);
    const shaft = async () =>
      (await server.ok(rideCalls.shafts, mallAdmin, { elevatorId: site.elevator.id })).list[0];
    await expect.poll(async () => (await shaft())?.cars[0]?.leased).toBe(false);
    expect(await shaft()).toMatchObject({ online: true, rides: [], cars: [{ floor: '1', mode: 'NORMAL' }] });
    expect(await server.ok(monitorCalls.liftStatus, mallAdmin, { id: site.robot.id })).toEqual({
      ride: null,
    });
  },
);

/** A robot that says what the test says; the words that it hears about its car. */
async function aVoice({ robot, number }: Tower) {
  const client = await mqtt.connectAsync(server.gateway.mqttUrl, {
    username: robot.sn,
    clientId: robot.sn,
    password: 'secret',
    reconnectPeriod: 0,
  });
  onTestFinished(() => void client.end(true));
  const topic = (name: string) => `vda5050/v3/JBOT/${robot.sn}/${name}`;
  const words: { grant: string; rideId: string }[] = [];
  client.on(
    'message',
    (_topic, payload) => void words.push(JSON.parse(payload.toString()) as (typeof words)[0]),
  );
  await client.subscribeAsync(topic('xLift'), { qos: 1 });
  let headerId = 0;
  const publish = (name: string, body: object) => {
    const address = { manufacturer: 'JBOT', serialNumber: robot.sn };
    const header = {
      headerId: ++headerId,
      timestamp: server.clock().toISOString(),
      version: '3.0.0',
      ...address,
    };
    return client.publishAsync(topic(name), JSON.stringify({ ...header, ...body }), { qos: 1 });
  };
  await publish('connection', { connectionState: 'ONLINE' });
  const rideId = newId();
  return {
    words,
    say: (event: string, status: string, more: object = {}) =>
      publish('xRide', { rideId, liftId: number, event, status, fromFloor: '0', toFloor: '1', ...more }),
  };
}

test('an unknown floor or elevator is refused, and the message becomes a dead letter', async () => {
  const site = await tower();
  const { say, words } = await aVoice(site);
  await say('REQUEST', 'WAITING', { rideId: 'ride-1', toFloor: '9' });
  await expect.poll(() => words.map(({ rideId, grant }) => [rideId, grant])).toEqual([['ride-1', 'DENIED']]);
  await say('REQUEST', 'WAITING', { rideId: 'ride-2', liftId: 'Z' });
  await expect.poll(() => words.length).toBe(2);
  const letters = async () =>
    (await server.ok(deadLetterCalls.list, superAdmin, { keyword: site.robot.sn })).list;
  await expect
    .poll(async () => (await letters()).map(({ reason }) => reason))
    .toEqual(['UNKNOWN_ID', 'UNKNOWN_ID']);
  expect(await newest(site)).toBeUndefined();
});

test('a ride that waits is ended by a person, and its robot is told', async () => {
  const site = await tower();
  startController(site);
  await online(site);
  const { say, words } = await aVoice(site);
  await say('REQUEST', 'WAITING');
  await expect.poll(() => words.some(({ grant }) => grant === 'GRANTED'), { timeout: waitMs }).toBe(true);
  const { id } = (await newest(site))!;
  expect((await server.send(rideCalls.abort, otherAdmin, { id, reason: 'no' })).code).toBe(
    errors.notFound.code,
  );
  await server.ok(rideCalls.abort, mallAdmin, { id, reason: 'People need the car' });
  await expect.poll(() => words.at(-1)?.grant, { timeout: waitMs }).toBe('DENIED');
  await say('STATUS', 'FAILED', { code: 'LIFT_DENIED' });
  expect(await ended(site)).toMatchObject({
    status: 'FAILED',
    code: 'ABORTED',
    place: 'OUTSIDE',
    holdsCar: false,
  });
  expect((await newest(site))?.events).toContainEqual(
    expect.objectContaining({ source: 'PERSON', word: 'ABORT', reason: 'People need the car' }),
  );
});

test('the car of a robot that failed inside is kept, and freed by hand only when the robot is known outside', async () => {
  const site = await tower();
  startController(site);
  await online(site);
  const { say, words } = await aVoice(site);
  await say('REQUEST', 'WAITING');
  await expect.poll(() => words.some(({ grant }) => grant === 'GRANTED'), { timeout: waitMs }).toBe(true);
  await say('STATUS', 'ENTERING');
  await say('STATUS', 'RIDING');
  await say('STATUS', 'FAILED', { code: 'LIFT_TIMEOUT' });
  await expect.poll(async () => (await newest(site))?.holdsCar, { timeout: waitMs }).toBe(true);
  const ride = (await newest(site))!;
  expect(ride).toMatchObject({ status: 'FAILED', place: 'INSIDE', mayRelease: true });
  const release = { id: ride.id, reason: 'It stands in the corridor' };
  expect((await server.send(rideCalls.release, mallAdmin, release)).code).toBe(errors.rideRobotInside.code);
  await say('RELEASE', 'EXITED');
  await expect.poll(async () => (await newest(site))?.holdsCar, { timeout: waitMs }).toBe(false);
  expect((await server.send(rideCalls.release, mallAdmin, release)).code).toBe(errors.rideHoldsNoCar.code);
});

test('a company sees the ride of another company’s robot in its elevator, but not the robot', async () => {
  const mine = await server.anElevatorRide({ deviceCompanyId: companyIds.other });
  const robot = await server.aDevice({ companyId: companyIds.other, nickname: 'Mole' });
  const shared = {
    rideId: newId(),
    robotRideId: newId(),
    deviceId: robot.id,
    deviceCompanyId: companyIds.other,
  };
  const own = await server.anElevatorRide({ ...shared, elevatorId: mine.elevatorId });
  const twin = await server.anElevatorRide({
    ...own,
    id: newId(),
    companyId: companyIds.other,
    isTwin: true,
  });
  const listOf = async (who: typeof mallAdmin, id: string) =>
    (await server.ok(rideCalls.list, who, {})).list.find((ride) => ride.id === id);
  expect(await listOf(mallAdmin, own.id)).toMatchObject({ device: null, elevator: { name: 'Elevator A' } });
  expect(await listOf(otherAdmin, twin.id)).toMatchObject({ device: { name: 'Mole' }, elevator: null });
  // The provider sees both companies, and the ride once.
  expect([await listOf(superAdmin, own.id), await listOf(superAdmin, twin.id)]).toMatchObject([
    { id: own.id },
    undefined,
  ]);
});

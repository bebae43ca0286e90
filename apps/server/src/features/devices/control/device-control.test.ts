import {
  controlPasswordCalls,
  deviceControlCalls,
  deviceShareCalls,
  driveSessionCalls,
  driveTopic,
  errors,
  remoteAccessCalls,
} from '@sweepline/contract';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { aDrivableRobot, aSocket } from '../../../test-kit/builders/drivable.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { sharedTestServer } from '../../../test-kit/test-server.ts';

const { standing, unlock, open, ask, handOver, close } = deviceControlCalls;
const { mallAdmin, staff, otherAdmin, agentAdmin, reader } = people;
const controlPassword = 'let me drive';

const server = sharedTestServer();
let address: string;
let robot: Awaited<ReturnType<typeof aDrivableRobot>>;
const connections: { close(): void }[] = [];
let count = 0;
beforeAll(async () => {
  address = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
});
beforeEach(async () => {
  robot = await aDrivableRobot(server, { sn: `J30-DRIVE-${++count}` });
  await server.ok(controlPasswordCalls.update, mallAdmin, {
    id: robot.id,
    scope: 'COMPANY',
    password: controlPassword,
  });
});
afterEach(async () => {
  for (const connection of connections.splice(0)) connection.close();
  await robot.leave();
});

const connect = async (who: Person) => {
  const connection = await aSocket(server, address, who);
  connections.push(connection);
  return connection;
};
const unlockAs = (who: Person) => server.ok(unlock, who, { id: robot.id, password: controlPassword });
/** Unlocks and opens a drive session, with a socket connection that sends frames. */
async function driveAs(who: Person, options: object = {}) {
  await unlockAs(who);
  const { sessionId } = await server.ok(open, who, { id: robot.id, ...options });
  const connection = await connect(who);
  return { connection, sessionId };
}
const statusOf = async (who: Person = mallAdmin) => (await server.ok(standing, who, { id: robot.id })).status;
const sessionEnd = (code: string) =>
  eventually(async () => {
    const status = await statusOf();
    return status.session === null && status.ended?.code === code;
  }, `the end ${code}`);
const movingFrames = () => robot.frames().filter((frame) => frame['deadman'] === true);

test('the control password grants control to one session and is never sent to the robot', async () => {
  expect((await server.send(open, mallAdmin, { id: robot.id })).msg).toBe(errors.controlLocked.texts.en);
  const { until } = await unlockAs(mallAdmin);
  expect(Date.parse(until) - server.clock().getTime()).toBe(15 * 60_000);
  await server.ok(open, mallAdmin, { id: robot.id, maxV: 0.3 });
  const [command] = robot.told('teleop.open');
  expect(command?.['params']).toMatchObject({ maxV: 0.3, maxW: 0.6 });
  expect(JSON.stringify(robot.robot.received)).not.toContain(controlPassword);
  const rows = await server.asOwner((sql) => sql`select password_hash from control_passwords`);
  expect(rows.every((row) => String(row['password_hash']).startsWith('$argon2id$'))).toBe(true);
  // A grant is valid for one session: another account has not unlocked.
  expect((await server.send(open, staff, { id: robot.id })).msg).toBe(errors.controlLocked.texts.en);
});

test('a wrong password is refused, and further guesses are rate-limited per device and account', async () => {
  const guess = (who: Person, password: string) => server.send(unlock, who, { id: robot.id, password });
  const wrong = await guess(agentAdmin, 'wrong');
  expect(wrong).toMatchObject({ code: errors.controlPassword.code, msg: errors.controlPassword.texts.en });
  for (let i = 0; i < 3; i++) await guess(agentAdmin, `wrong ${i}`);
  const slowed = await guess(agentAdmin, controlPassword);
  expect(slowed).toMatchObject({ code: 429, msg: expect.stringContaining('2 s') });
  // The limit does not affect other accounts.
  expect((await guess(mallAdmin, controlPassword)).code).toBe(200);
  server.clock.advance(2_000);
  expect((await guess(agentAdmin, controlPassword)).code).toBe(200);
});

test('the password of a device replaces that of the company, and a change revokes the grants', async () => {
  await unlockAs(mallAdmin);
  await server.ok(controlPasswordCalls.update, mallAdmin, {
    id: robot.id,
    scope: 'DEVICE',
    password: 'only this one',
  });
  expect((await server.send(open, mallAdmin, { id: robot.id })).msg).toBe(errors.controlLocked.texts.en);
  expect((await server.send(unlock, mallAdmin, { id: robot.id, password: controlPassword })).msg).toBe(
    errors.controlPassword.texts.en,
  );
  await server.ok(unlock, mallAdmin, { id: robot.id, password: 'only this one' });
  await server.ok(controlPasswordCalls.remove, mallAdmin, { id: robot.id });
  await unlockAs(mallAdmin);
  expect(await server.ok(controlPasswordCalls.detail, mallAdmin, { id: robot.id })).toMatchObject({
    device: null,
    company: { changedBy: 'mallAdmin' },
    companyName: 'Mall',
  });
});

test('a frame of the page reaches the robot with a server sequence number, its age and limited speed', async () => {
  const { connection, sessionId } = await driveAs(mallAdmin, { maxV: 0.4 });
  connection.drive(sessionId, { seq: 7, v: 0.9, w: -1 });
  const [frame] = await eventually(() => movingFrames().length === 1 && movingFrames(), 'the frame');
  expect(frame).toMatchObject({ sessionId, seq: 0, ageMs: 0, deadman: true, v: 0.4, w: -0.6 });
  connection.drive(sessionId, { seq: 8, deadman: false });
  await eventually(() => robot.frames().at(-1)?.['deadman'] === false, 'the stop');
});

test('replayed, reordered and old frames and those of another session do not reach the robot', async () => {
  const { connection, sessionId } = await driveAs(mallAdmin);
  connection.drive(sessionId, { seq: 10, v: 0.1 });
  await eventually(() => movingFrames().length === 1, 'the first frame');
  connection.drive(sessionId, { seq: 10, v: 0.2 });
  connection.drive(sessionId, { seq: 9, v: 0.2 });
  connection.drive(sessionId, { seq: 11, v: 0.2, at: server.clock().getTime() - 201 });
  const otherConnection = await connect(staff);
  otherConnection.drive(sessionId, { seq: 50, v: 0.2 });
  connection.drive('01900000-0000-7000-8999-000000000000', { seq: 60, v: 0.2 });
  connection.drive(sessionId, { seq: 12, v: 0.3 });
  await eventually(() => movingFrames().some(({ v }) => v === 0.3), 'the good one');
  expect(movingFrames().map(({ v }) => v)).toEqual([0.1, 0.3]);
});

test('a second account sees who drives, asks for control and gets it by hand-over', async () => {
  const { connection, sessionId } = await driveAs(mallAdmin);
  await unlockAs(staff);
  const refused = await server.send(open, staff, { id: robot.id });
  expect(refused).toMatchObject({ code: 409, msg: 'Nick mallAdmin is driving this device' });
  connection.say({ subscribe: driveTopic(robot.id).name });
  await eventually(async () => {
    await server.ok(ask, staff, { id: robot.id });
    return connection.on(driveTopic(robot.id).name).some(({ asking }) => (asking as object[]).length === 1);
  }, 'the request at the driver’s page');
  expect((await server.send(handOver, staff, { id: robot.id, accountId: staff.id })).code).not.toBe(200);
  await server.ok(handOver, mallAdmin, { id: robot.id, accountId: staff.id });
  expect(await statusOf()).toMatchObject({
    session: null,
    reservedFor: { accountId: staff.id },
    ended: { sessionId, code: 'HANDED_OVER' },
  });
  // The seat is reserved: the previous driver is refused too.
  expect((await server.send(open, mallAdmin, { id: robot.id })).msg).toContain('Nick staff');
  await server.ok(open, staff, { id: robot.id });
  connection.drive(sessionId, { seq: 99 });
  const [, second] = robot.told('teleop.open');
  expect(second?.['params']).not.toMatchObject({ sessionId });
  expect((await statusOf()).session?.driver.name).toBe('Nick staff');
  expect(movingFrames()).toEqual([]);
});

test('of two concurrent opens exactly one succeeds', async () => {
  await Promise.all([unlockAs(mallAdmin), unlockAs(staff)]);
  const answers = await Promise.all(
    [mallAdmin, staff].map((who) => server.send(open, who, { id: robot.id })),
  );
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409]);
  expect(robot.told('teleop.open')).toHaveLength(1);
});

test('a session idle for ten seconds can be replaced; before that an administrator takes over with a reason', async () => {
  await driveAs(mallAdmin);
  await Promise.all([unlockAs(staff), unlockAs(agentAdmin)]);
  expect((await server.send(open, staff, { id: robot.id, takeOver: true, reason: 'x' })).code).toBe(403);
  expect((await server.send(open, agentAdmin, { id: robot.id, takeOver: true })).code).toBe(422);
  await server.ok(open, agentAdmin, { id: robot.id, takeOver: true, reason: 'It blocks the exit' });
  await server.ok(close, agentAdmin, { id: robot.id, resume: false });
  await driveAs(mallAdmin);
  server.clock.advance(10_000);
  await server.ok(open, staff, { id: robot.id });
  const { list } = await server.ok(driveSessionCalls.list, mallAdmin, { deviceId: robot.id });
  expect(list.map(({ driver, end, endedBy, reason }) => [driver, end, endedBy, reason])).toEqual([
    ['Nick staff', null, '', ''],
    ['Nick mallAdmin', 'LEASE_ENDED', 'Nick staff', ''],
    ['Nick agentAdmin', 'RELEASED', '', 'It blocks the exit'],
    ['Nick mallAdmin', 'TAKEN_OVER', 'Nick agentAdmin', ''],
  ]);
});

test('a drive names the company that its driver had, and the right by which it was opened', async () => {
  const share = {
    deviceId: robot.id,
    username: 'otherAdmin',
    rights: ['CONTROL' as const],
    term: 'DAY' as const,
  };
  await server.ok(deviceShareCalls.create, mallAdmin, share);
  await driveAs(otherAdmin);
  await server.ok(close, otherAdmin, { id: robot.id, resume: false });
  await driveAs(agentAdmin);
  const moveTo = (companyId: string) =>
    server.asOwner((sql) => sql`update accounts set company_id = ${companyId} where id = ${otherAdmin.id}`);
  await moveTo(companyIds.mall);
  const { list } = await server.ok(remoteAccessCalls.list, mallAdmin, { deviceId: robot.id });
  await moveTo(companyIds.other);
  expect(list.map(({ person, company, byRight }) => [person, company, byRight])).toEqual([
    ['Nick agentAdmin', 'Agent', 'COMPANY'],
    ['Nick otherAdmin', 'Other', 'SHARE'],
  ]);
});

test('a receiver of a share drives with the password until the share is revoked or expires', async () => {
  const share = {
    deviceId: robot.id,
    username: 'otherAdmin',
    rights: ['CONTROL' as const],
    term: 'DAY' as const,
  };
  expect((await server.send(standing, otherAdmin, { id: robot.id })).code).toBe(errors.notFound.code);
  const { id } = await server.ok(deviceShareCalls.create, mallAdmin, share);
  const first = await driveAs(otherAdmin);
  first.connection.drive(first.sessionId);
  await eventually(() => movingFrames().length === 1, 'a frame');
  await server.ok(deviceShareCalls.revoke, mallAdmin, { id });
  await sessionEnd('RIGHT_ENDED');
  expect(robot.frames().at(-1)).toMatchObject({ deadman: false, v: 0 });
  await eventually(() => robot.told('teleop.close').length === 1, 'the robot to be told');
  first.connection.drive(first.sessionId);
  expect((await server.send(open, otherAdmin, { id: robot.id })).code).toBe(errors.notFound.code);

  await server.ok(deviceShareCalls.create, mallAdmin, { ...share, term: 'CUSTOM', endsAt: inMs(62_000) });
  const second = await driveAs(otherAdmin);
  // Frames are sent until the last moment of the share.
  for (let times = 1; times <= 2; times++) {
    server.clock.advance(29_000);
    const before = movingFrames().length;
    await eventually(() => {
      second.connection.drive(second.sessionId);
      return movingFrames().length > before;
    }, 'a frame');
  }
  server.clock.advance(4_001);
  await sessionEnd('RIGHT_ENDED');
  expect((await server.send(unlock, otherAdmin, { id: robot.id, password: controlPassword })).code).toBe(
    errors.notFound.code,
  );
});
const inMs = (ms: number) => new Date(server.clock().getTime() + ms).toISOString();

test('a VIDEO share does not grant control', async () => {
  const share = {
    deviceId: robot.id,
    username: 'otherAdmin',
    rights: ['VIDEO' as const],
    term: 'DAY' as const,
  };
  await server.ok(deviceShareCalls.create, mallAdmin, share);
  expect((await server.send(unlock, otherAdmin, { id: robot.id, password: controlPassword })).code).toBe(
    errors.notFound.code,
  );
  expect((await server.send(unlock, reader, { id: robot.id, password: controlPassword })).code).toBe(403);
});

test('a session ends at a freeze of the device, without frames for 30 s, and with a slow connection', async () => {
  await driveAs(staff);
  await server.asOwner((sql) => sql`update devices set binding = 'FROZEN' where id = ${robot.id}`);
  server.clock.advance(1_000);
  await sessionEnd('RIGHT_ENDED');
  await server.asOwner((sql) => sql`update devices set binding = 'ACTIVATED' where id = ${robot.id}`);

  await driveAs(mallAdmin);
  server.clock.advance(30_001);
  await sessionEnd('IDLE');

  const { connection, sessionId } = await driveAs(mallAdmin);
  for (let n = 0; n < 4; n++) {
    connection.drive(sessionId);
    await eventually(
      () => robot.frames().filter((frame) => frame['sessionId'] === sessionId).length === n + 1,
      'the frame',
    );
    server.clock.advance(600);
    await robot.robot.say('xDriveAck', {
      sessionId,
      lastSeq: n,
      rxGapMs: 0,
      v: 0.3,
      limited: 'NONE',
      halted: false,
    });
    await eventually(async () => (await statusOf()).session?.v === 0.3, 'the answer');
  }
  // A slow connection halves the speed.
  await eventually(async () => (await statusOf()).session?.slowed, 'half the speed');
  expect((await statusOf()).session?.latencyMs).toBe(600);
  connection.drive(sessionId, { v: 0.4 });
  await eventually(() => robot.frames().at(-1)?.['v'] === 0.2, 'half the requested speed');
  // Missing acknowledgements count as a slow connection too.
  const isOver = async () => (await statusOf()).session === null;
  for (let n = 0; n < 8 && !(await isOver()); n++) {
    const before = robot.frames().length;
    connection.drive(sessionId);
    await eventually(async () => robot.frames().length > before || (await isOver()), 'a frame, or the end');
    server.clock.advance(700);
  }
  await sessionEnd('LINK_TOO_SLOW');
});

test('opening a session with an offline, incapable, refusing or busy robot is refused, and none is open', async () => {
  await unlockAs(mallAdmin);
  robot.answers['teleop.open'] = { status: 'REJECTED', code: 'RELOCATING' };
  expect((await server.send(open, mallAdmin, { id: robot.id })).msg).toBe(errors.driveRelocating.texts.en);
  for (const [mode, refusal] of [
    ['CHARGING', errors.driveCharging],
    ['AUTO_RUN', errors.driveRunning],
    ['OTA_UPGRADE', errors.modeForbids],
  ] as const) {
    await robot.robot.say('xTelemetry', { mode, modePaused: false });
    await eventually(() => server.gateway.live(robot.id)?.mode?.value.mode === mode, 'the mode');
    expect((await server.send(open, mallAdmin, { id: robot.id })).msg).toBe(refusal.texts.en);
  }
  await eventually(async () => {
    // Repeated, because a late reply on an outside broker may count as a sign of life after this message.
    await robot.robot.say('connection', { connectionState: 'OFFLINE' }, 1);
    return (await server.send(open, mallAdmin, { id: robot.id })).msg === errors.deviceOffline.texts.en;
  }, 'the refusal');
  const plain = await server.aDevice({ model: 'PLAIN', companyId: companyIds.mall });
  await server.ok(unlock, mallAdmin, { id: plain.id, password: controlPassword });
  expect((await server.send(open, mallAdmin, { id: plain.id })).msg).toBe(errors.notSupported.texts.en);
  expect((await statusOf()).session).toBeNull();
});

test('a robot on its way through an elevator is driven by no person until its ride failed', async () => {
  await unlockAs(mallAdmin);
  const inCar = { deviceId: robot.id, status: 'RIDING', place: 'INSIDE', endedAt: null } as const;
  const { rideId } = await server.anElevatorRide(inCar);
  const refused = await server.send(open, mallAdmin, { id: robot.id });
  expect(refused).toMatchObject({ code: 409, msg: errors.robotRides.texts.en });
  const at = server.clock().toISOString();
  await server.asOwner(
    (sql) => sql`update elevator_rides set status = 'FAILED', ended_at = ${at} where ride_id = ${rideId}`,
  );
  await server.ok(open, mallAdmin, { id: robot.id });
});

test('a session ends with OFFLINE when its robot disconnects, and is stored with its path', async () => {
  const { connection, sessionId } = await driveAs(mallAdmin, { reason: 'Out of the way' });
  connection.drive(sessionId);
  await eventually(() => movingFrames().length === 1, 'a frame');
  for (const x of [1, 1.5, 2]) {
    server.clock.advance(500);
    await robot.robot.say('visualization', {
      mobileRobotPosition: { x, y: 2, theta: 0, mapId: 'm1', localized: true, localizationScore: 0.9 },
    });
    await eventually(() => server.gateway.live(robot.id)?.position?.value.x === x, 'its place');
  }
  await robot.robot.say('xDriveAck', {
    sessionId,
    lastSeq: 0,
    rxGapMs: 0,
    v: 0.35,
    limited: 'NONE',
    halted: false,
  });
  await eventually(async () => (await statusOf()).session?.v === 0.35, 'the answer');
  await robot.robot.say('connection', { connectionState: 'OFFLINE' }, 1);
  await sessionEnd('OFFLINE');
  const stored = await server.ok(driveSessionCalls.detail, mallAdmin, { id: sessionId });
  expect(stored).toMatchObject({
    driver: 'Nick mallAdmin',
    right: 'COMPANY',
    reason: 'Out of the way',
    end: 'OFFLINE',
    mapId: 'm1',
    distanceM: 1,
  });
  expect(stored.maxMps).toBeCloseTo(0.35);
  expect(stored.path.map(([, x]) => x)).toEqual([1, 1.5, 2]);
});

test('closing the connection of the page stops the robot', async () => {
  const { connection, sessionId } = await driveAs(mallAdmin);
  connection.drive(sessionId);
  await eventually(() => movingFrames().length === 1, 'a frame');
  connection.close();
  await eventually(() => robot.frames().at(-1)?.['deadman'] === false, 'the stop');
});

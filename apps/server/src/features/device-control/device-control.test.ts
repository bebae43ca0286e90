import {
  controlPasswordCalls,
  deviceControlCalls,
  deviceShareCalls,
  driveSessionCalls,
  driveTopic,
  errors,
} from '@sweepline/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../robots/test-kit/test-gateway.ts';
import { aDrivableRobot, aLine } from '../../test-kit/builders/drivable.ts';
import { companyIds, people, startServer, type Person, type TestServer } from '../../test-kit/index.ts';

const { standing, unlock, open, ask, handOver, close } = deviceControlCalls;
const { mallAdmin, staff, otherAdmin, agentAdmin, reader } = people;
const word = 'let me drive';

let server: TestServer;
let address: string;
let robot: Awaited<ReturnType<typeof aDrivableRobot>>;
const lines: { close(): void }[] = [];
let count = 0;
beforeAll(async () => {
  server = await startServer();
  address = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
});
beforeEach(async () => {
  robot = await aDrivableRobot(server, { sn: `J30-DRIVE-${++count}` });
  await server.ok(controlPasswordCalls.update, mallAdmin, { id: robot.id, scope: 'COMPANY', password: word });
});
afterEach(async () => {
  for (const line of lines.splice(0)) line.close();
  await robot.leave();
});
afterAll(() => server.stop());

const lineOf = async (who: Person) => {
  const line = await aLine(server, address, who);
  lines.push(line);
  return line;
};
const unlocked = (who: Person) => server.ok(unlock, who, { id: robot.id, password: word });
/** Signed in at the wheel, with a line on which frames go out. */
async function driving(who: Person, more: object = {}) {
  await unlocked(who);
  const { sessionId } = await server.ok(open, who, { id: robot.id, ...more });
  const line = await lineOf(who);
  return { line, sessionId };
}
const statusOf = async (who: Person = mallAdmin) => (await server.ok(standing, who, { id: robot.id })).status;
const ended = (code: string) =>
  eventually(async () => {
    const status = await statusOf();
    return status.session === null && status.ended?.code === code;
  }, `the end ${code}`);
const moving = () => robot.frames().filter((frame) => frame['deadman'] === true);

test('the password opens control for this session, and is never sent to the robot', async () => {
  expect((await server.send(open, mallAdmin, { id: robot.id })).msg).toBe(errors.controlLocked.texts.en);
  const { until } = await unlocked(mallAdmin);
  expect(Date.parse(until) - server.clock().getTime()).toBe(15 * 60_000);
  await server.ok(open, mallAdmin, { id: robot.id, maxV: 0.3 });
  const [command] = robot.told('teleop.open');
  expect(command?.['params']).toMatchObject({ maxV: 0.3, maxW: 0.6 });
  expect(JSON.stringify(robot.robot.heard)).not.toContain(word);
  const rows = await server.asOwner((sql) => sql`select password_hash from control_passwords`);
  expect(rows.every((row) => String(row['password_hash']).startsWith('$argon2id$'))).toBe(true);
  // A grant is of one session: another person has not given the word.
  expect((await server.send(open, staff, { id: robot.id })).msg).toBe(errors.controlLocked.texts.en);
});

test('a wrong password is refused in the specification’s words, and guessing is slowed down per device and person', async () => {
  const guess = (who: Person, password: string) => server.send(unlock, who, { id: robot.id, password });
  const wrong = await guess(agentAdmin, 'wrong');
  expect(wrong).toMatchObject({ code: errors.controlPassword.code, msg: errors.controlPassword.texts.en });
  for (let i = 0; i < 3; i++) await guess(agentAdmin, `wrong ${i}`);
  const slowed = await guess(agentAdmin, word);
  expect(slowed).toMatchObject({ code: 429, msg: expect.stringContaining('2 s') });
  // Nobody else waits for it.
  expect((await guess(mallAdmin, word)).code).toBe(200);
  server.clock.advance(2_000);
  expect((await guess(agentAdmin, word)).code).toBe(200);
});

test('a device’s own password counts alone, and a changed one shuts what the old one opened', async () => {
  await unlocked(mallAdmin);
  await server.ok(controlPasswordCalls.update, mallAdmin, {
    id: robot.id,
    scope: 'DEVICE',
    password: 'only this one',
  });
  expect((await server.send(open, mallAdmin, { id: robot.id })).msg).toBe(errors.controlLocked.texts.en);
  expect((await server.send(unlock, mallAdmin, { id: robot.id, password: word })).msg).toBe(
    errors.controlPassword.texts.en,
  );
  await server.ok(unlock, mallAdmin, { id: robot.id, password: 'only this one' });
  await server.ok(controlPasswordCalls.remove, mallAdmin, { id: robot.id });
  await unlocked(mallAdmin);
  expect(await server.ok(controlPasswordCalls.detail, mallAdmin, { id: robot.id })).toMatchObject({
    device: null,
    company: { changedBy: 'mallAdmin' },
    companyName: 'Mall',
  });
});

test('what the page sends drives the robot: numbered by us, with its age, never faster than agreed', async () => {
  const { line, sessionId } = await driving(mallAdmin, { maxV: 0.4 });
  line.drive(sessionId, { seq: 7, v: 0.9, w: -1 });
  const [frame] = await eventually(() => moving().length === 1 && moving(), 'the frame');
  expect(frame).toMatchObject({ sessionId, seq: 0, ageMs: 0, deadman: true, v: 0.4, w: -0.6 });
  line.drive(sessionId, { seq: 8, deadman: false });
  await eventually(() => robot.frames().at(-1)?.['deadman'] === false, 'the stop');
});

test('replayed, overtaken and old frames, and those of another session, never reach the robot', async () => {
  const { line, sessionId } = await driving(mallAdmin);
  line.drive(sessionId, { seq: 10, v: 0.1 });
  await eventually(() => moving().length === 1, 'the first frame');
  line.drive(sessionId, { seq: 10, v: 0.2 });
  line.drive(sessionId, { seq: 9, v: 0.2 });
  line.drive(sessionId, { seq: 11, v: 0.2, at: server.clock().getTime() - 201 });
  const stranger = await lineOf(staff);
  stranger.drive(sessionId, { seq: 50, v: 0.2 });
  line.drive('01900000-0000-7000-8999-000000000000', { seq: 60, v: 0.2 });
  line.drive(sessionId, { seq: 12, v: 0.3 });
  await eventually(() => moving().some(({ v }) => v === 0.3), 'the good one');
  expect(moving().map(({ v }) => v)).toEqual([0.1, 0.3]);
});

test('R9: a second person is told who has control, asks for it, and gets it handed over', async () => {
  const { line, sessionId } = await driving(mallAdmin);
  await unlocked(staff);
  const taken = await server.send(open, staff, { id: robot.id });
  expect(taken).toMatchObject({ code: 409, msg: 'Nick mallAdmin is driving this device' });
  line.say({ subscribe: driveTopic(robot.id).name });
  await eventually(async () => {
    await server.ok(ask, staff, { id: robot.id });
    return line.on(driveTopic(robot.id).name).some(({ asking }) => (asking as object[]).length === 1);
  }, 'the request at the driver’s page');
  expect((await server.send(handOver, staff, { id: robot.id, accountId: staff.id })).code).not.toBe(200);
  await server.ok(handOver, mallAdmin, { id: robot.id, accountId: staff.id });
  expect(await statusOf()).toMatchObject({
    session: null,
    reservedFor: { accountId: staff.id },
    ended: { sessionId, code: 'HANDED_OVER' },
  });
  // It is kept for them: not even the driver of before slips in.
  expect((await server.send(open, mallAdmin, { id: robot.id })).msg).toContain('Nick staff');
  await server.ok(open, staff, { id: robot.id });
  line.drive(sessionId, { seq: 99 });
  const [, second] = robot.told('teleop.open');
  expect(second?.['params']).not.toMatchObject({ sessionId });
  expect((await statusOf()).session?.driver.name).toBe('Nick staff');
  expect(moving()).toEqual([]);
});

test('of two who take the wheel at once exactly one has it', async () => {
  await Promise.all([unlocked(mallAdmin), unlocked(staff)]);
  const answers = await Promise.all(
    [mallAdmin, staff].map((who) => server.send(open, who, { id: robot.id })),
  );
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409]);
  expect(robot.told('teleop.open')).toHaveLength(1);
});

test('a driver who says nothing for ten seconds may be relieved; before that only an administrator may, and says why', async () => {
  await driving(mallAdmin);
  await Promise.all([unlocked(staff), unlocked(agentAdmin)]);
  expect((await server.send(open, staff, { id: robot.id, takeOver: true, reason: 'x' })).code).toBe(403);
  expect((await server.send(open, agentAdmin, { id: robot.id, takeOver: true })).code).toBe(422);
  await server.ok(open, agentAdmin, { id: robot.id, takeOver: true, reason: 'It blocks the exit' });
  await server.ok(close, agentAdmin, { id: robot.id, resume: false });
  await driving(mallAdmin);
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

test('a receiver outside the company drives with the password, until the share is revoked or over: then it stops at once', async () => {
  const share = {
    deviceId: robot.id,
    username: 'otherAdmin',
    rights: ['CONTROL' as const],
    term: 'DAY' as const,
  };
  expect((await server.send(standing, otherAdmin, { id: robot.id })).code).toBe(errors.notFound.code);
  const { id } = await server.ok(deviceShareCalls.create, mallAdmin, share);
  const first = await driving(otherAdmin);
  first.line.drive(first.sessionId);
  await eventually(() => moving().length === 1, 'a frame');
  await server.ok(deviceShareCalls.revoke, mallAdmin, { id });
  await ended('RIGHT_ENDED');
  expect(robot.frames().at(-1)).toMatchObject({ deadman: false, v: 0 });
  await eventually(() => robot.told('teleop.close').length === 1, 'the robot to be told');
  first.line.drive(first.sessionId);
  expect((await server.send(open, otherAdmin, { id: robot.id })).code).toBe(errors.notFound.code);

  await server.ok(deviceShareCalls.create, mallAdmin, { ...share, term: 'CUSTOM', endsAt: inMs(62_000) });
  const second = await driving(otherAdmin);
  // Held on to the last moment, and no longer.
  for (let times = 1; times <= 2; times++) {
    server.clock.advance(29_000);
    const before = moving().length;
    await eventually(() => {
      second.line.drive(second.sessionId);
      return moving().length > before;
    }, 'a frame');
  }
  server.clock.advance(4_001);
  await ended('RIGHT_ENDED');
  expect((await server.send(unlock, otherAdmin, { id: robot.id, password: word })).code).toBe(
    errors.notFound.code,
  );
});
const inMs = (ms: number) => new Date(server.clock().getTime() + ms).toISOString();

test('a share to look at it is none to drive it', async () => {
  const share = {
    deviceId: robot.id,
    username: 'otherAdmin',
    rights: ['VIDEO' as const],
    term: 'DAY' as const,
  };
  await server.ok(deviceShareCalls.create, mallAdmin, share);
  expect((await server.send(unlock, otherAdmin, { id: robot.id, password: word })).code).toBe(
    errors.notFound.code,
  );
  expect((await server.send(unlock, reader, { id: robot.id, password: word })).code).toBe(403);
});

test('a drive ends when the driver signs out, when the device is frozen, when nobody holds on, and when the link is too slow', async () => {
  await driving(staff);
  await server.asOwner((sql) => sql`update devices set binding = 'FROZEN' where id = ${robot.id}`);
  server.clock.advance(1_000);
  await ended('RIGHT_ENDED');
  await server.asOwner((sql) => sql`update devices set binding = 'ACTIVATED' where id = ${robot.id}`);

  await driving(mallAdmin);
  server.clock.advance(30_001);
  await ended('IDLE');

  const { line, sessionId } = await driving(mallAdmin);
  for (let n = 0; n < 4; n++) {
    line.drive(sessionId);
    await eventually(
      () => robot.frames().filter((it) => it['sessionId'] === sessionId).length === n + 1,
      'it',
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
  // Slow: half the speed.
  await eventually(async () => (await statusOf()).session?.slowed, 'half the speed');
  expect((await statusOf()).session?.latencyMs).toBe(600);
  line.drive(sessionId, { v: 0.4 });
  await eventually(() => robot.frames().at(-1)?.['v'] === 0.2, 'half the wish');
  // Nothing comes back at all: that is slow, too.
  const isOver = async () => (await statusOf()).session === null;
  for (let n = 0; n < 8 && !(await isOver()); n++) {
    const before = robot.frames().length;
    line.drive(sessionId);
    await eventually(async () => robot.frames().length > before || (await isOver()), 'a frame, or the end');
    server.clock.advance(700);
  }
  await ended('LINK_TOO_SLOW');
});

test('a robot that is away, cannot be driven, refuses or is at work is not driven, and the wheel stays free', async () => {
  await unlocked(mallAdmin);
  robot.answers['teleop.open'] = { status: 'REJECTED', code: 'RELOCATING' };
  expect((await server.send(open, mallAdmin, { id: robot.id })).msg).toBe(errors.relocating.texts.en);
  await robot.robot.say('xTelemetry', { mode: 'OTA_UPGRADE', modePaused: false });
  await eventually(() => server.gateway.live(robot.id)?.mode?.value.mode === 'OTA_UPGRADE', 'the mode');
  expect((await server.send(open, mallAdmin, { id: robot.id })).msg).toBe(errors.modeForbids.texts.en);
  await eventually(async () => {
    // Said again: on an outside broker a reply that was on its way may come after the goodbye, and counts as a sign of life.
    await robot.robot.say('connection', { connectionState: 'OFFLINE' }, 1);
    return (await server.send(open, mallAdmin, { id: robot.id })).msg === errors.deviceOffline.texts.en;
  }, 'it to be away');
  const plain = await server.aDevice({ model: 'PLAIN', companyId: companyIds.mall });
  await server.ok(unlock, mallAdmin, { id: plain.id, password: word });
  expect((await server.send(open, mallAdmin, { id: plain.id })).msg).toBe(errors.notSupported.texts.en);
  expect((await statusOf()).session).toBeNull();
});

test('a robot that goes away takes the drive with it, and each drive is kept with its way', async () => {
  const { line, sessionId } = await driving(mallAdmin, { reason: 'Out of the way' });
  line.drive(sessionId);
  await eventually(() => moving().length === 1, 'a frame');
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
  await ended('OFFLINE');
  const kept = await server.ok(driveSessionCalls.detail, mallAdmin, { id: sessionId });
  expect(kept).toMatchObject({
    ...{ driver: 'Nick mallAdmin', right: 'COMPANY', reason: 'Out of the way', end: 'OFFLINE', mapId: 'm1' },
    distanceM: 1,
  });
  expect(kept.maxMps).toBeCloseTo(0.35);
  expect(kept.path.map(([, x]) => x)).toEqual([1, 1.5, 2]);
});

test('a page that is gone wishes nothing any more', async () => {
  const { line, sessionId } = await driving(mallAdmin);
  line.drive(sessionId);
  await eventually(() => moving().length === 1, 'a frame');
  line.close();
  await eventually(() => robot.frames().at(-1)?.['deadman'] === false, 'the stop');
});

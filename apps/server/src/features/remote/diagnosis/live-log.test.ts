import { diagnosisCalls, errors, liveLogRules, liveLogTopic, type LiveLogPiece } from '@sweepline/contract';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { robotCleanupJob } from '../../../robots/care/robot-cleanup-service.ts';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { aDrivableRobot, aSocket } from '../../../test-kit/builders/drivable.ts';
import { robotStreams } from '../../../test-kit/streams/robot-streams.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { sharedTestServer } from '../../../test-kit/test-server.ts';

const { openLog, keepLog, closeLog, detail } = diagnosisCalls;
const { mallAdmin, agentAdmin, otherAdmin } = people;
const server = sharedTestServer();
let address: string;
let streams: ReturnType<typeof robotStreams>;
let robot: Awaited<ReturnType<typeof aDrivableRobot>>;
const pages: { close(): void }[] = [];
let count = 0;
beforeAll(async () => {
  address = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  streams = robotStreams(address);
});
beforeEach(async () => {
  robot = await aDrivableRobot(server, { sn: `J30-LOG-${++count}` });
  const body = { versions: {}, sections: {}, consumables: [], streamKinds: ['LOG'] };
  await robot.robot.say('xReported', body, 1);
  await eventually(async () => (await server.ok(detail, mallAdmin, by())).liveLog, 'the report');
});
afterEach(async () => {
  for (const page of pages.splice(0)) page.close();
  streams.close();
  await robot.leave();
});

const by = () => ({ deviceId: robot.id });
const { name: family } = liveLogTopic('');
async function pageOf(who: Person) {
  const page = await aSocket(server, address, who);
  pages.push(page);
  page.say({ subscribe: `${family}${robot.id}` });
  const pieces = () => page.on(`${family}${robot.id}`) as unknown as LiveLogPiece[];
  return {
    lines: () => pieces().flatMap(({ lines }) => lines),
    states: () => pieces().map(({ state }) => state),
    skipped: () => pieces().reduce((sum, { skipped }) => sum + skipped, 0),
  };
}
async function connect(): Promise<WebSocket> {
  const socket = await streams.connect(robot.robot.device.sn, await streams.tokenOf(robot));
  if (typeof socket === 'number') throw new Error(`refused: ${socket}`);
  return socket;
}
const line = (text: string) => `2030-01-01T08:00:00.000Z INFO run ${text}`;
const isEnded = (socket: WebSocket) => eventually(() => socket.readyState === socket.CLOSED, 'the end');

test('two readers share one stream of the robot, and it ends with the last of them', async () => {
  const [first, second] = [await pageOf(mallAdmin), await pageOf(agentAdmin)];
  await server.ok(openLog, mallAdmin, by());
  await server.ok(openLog, agentAdmin, by());
  const socket = await connect();
  socket.send(JSON.stringify({ lines: [line('one'), line('two')], skipped: 3 }));
  for (const page of [first, second])
    await eventually(() => page.lines().length === 2, 'the lines of both readers');
  expect(first.lines()).toEqual([line('one'), line('two')]);
  expect(second.skipped()).toBe(3);
  expect(robot.told('stream.open')).toHaveLength(1);
  await server.ok(closeLog, mallAdmin, by());
  socket.send(JSON.stringify({ lines: [line('three')], skipped: 0 }));
  await eventually(() => second.lines().length === 3, 'a line for the reader who stays');
  await server.ok(closeLog, agentAdmin, by());
  await isEnded(socket);
  await eventually(() => second.states().at(-1) === 'ENDED', 'the end on the page');
  await eventually(() => robot.told('stream.close').length === 1, 'the command');
});

test('a log whose page is gone ends, and one that its page confirms goes on', async () => {
  await server.ok(openLog, mallAdmin, by());
  const socket = await connect();
  socket.send(JSON.stringify({ lines: [], skipped: 0 }));
  server.clock.advance(liveLogRules.goneMs - 1_000);
  await server.ok(keepLog, mallAdmin, by());
  server.clock.advance(2_000);
  await server.ok(keepLog, mallAdmin, by());
  expect(socket.readyState).toBe(socket.OPEN);
  server.clock.advance(liveLogRules.goneMs + 1_000);
  await isEnded(socket);
  expect((await server.send(keepLog, mallAdmin, by())).code).toBe(errors.notFound.code);
});

test('a robot that refuses, and one that stops by itself, end the log as failed', async () => {
  const page = await pageOf(mallAdmin);
  robot.answers['stream.open'] = { status: 'REJECTED', code: 'BUSY' };
  await server.ok(openLog, mallAdmin, by());
  await eventually(() => page.states().at(-1) === 'FAILED', 'the refusal');
  delete robot.answers['stream.open'];
  await server.ok(openLog, mallAdmin, by());
  await eventually(() => robot.told('stream.open').length === 2, 'the second command');
  (await connect()).close();
  await eventually(() => page.states().includes('RUNNING') && page.states().at(-1) === 'FAILED', 'the end');
});

test('a token opens a log once, and a message that has no lines ends the connection', async () => {
  await server.ok(openLog, mallAdmin, by());
  const session = await streams.tokenOf(robot);
  const { sn } = robot.robot.device;
  expect(await streams.connect(sn, { ...session, token: `${session.token}x` })).toBe(401);
  const socket = await streams.connect(sn, session);
  if (typeof socket === 'number') return expect.fail(`refused: ${socket}`);
  expect(await streams.connect(sn, session)).toBe(401);
  socket.send('no JSON');
  await isEnded(socket);
});

test('who does not see the robot gets no lines and no log', async () => {
  const outside = await pageOf(otherAdmin);
  const inside = await pageOf(mallAdmin);
  await server.ok(openLog, mallAdmin, by());
  const socket = await connect();
  socket.send(JSON.stringify({ lines: [line('one')], skipped: 0 }));
  await eventually(() => inside.lines().length === 1, 'the line');
  expect(outside.lines()).toEqual([]);
  expect((await server.send(openLog, otherAdmin, by())).code).toBe(errors.notFound.code);
  const plain = await server.aDevice({ companyId: companyIds.mall });
  expect((await server.send(openLog, mallAdmin, { deviceId: plain.id })).msg).toBe(
    errors.notSupported.texts.en,
  );
});

test('a log that ended a day ago is deleted, and an open one stays', async () => {
  const stored = async () =>
    (await server.asOwner((sql) => sql`select state from live_logs where device_id = ${robot.id}`)).map(
      ({ state }) => state as string,
    );
  await server.ok(openLog, mallAdmin, by());
  await connect();
  await server.ok(closeLog, mallAdmin, by());
  expect(await stored()).toEqual(['ENDED']);
  await server.ok(openLog, mallAdmin, by());
  const inADay = () => new Date(server.clock().getTime() + 25 * 3_600_000);
  await robotCleanupJob(server.db, inADay).run();
  expect(await stored()).toHaveLength(1);
  expect(await stored()).not.toContain('ENDED');
});

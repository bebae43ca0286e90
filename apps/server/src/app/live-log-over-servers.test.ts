import { diagnosisCalls, liveLogTopic, type LiveLogPiece } from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../robots/test-kit/test-gateway.ts';
import { startInstallation, type Installation } from '../test-kit/installation.ts';
import { people } from '../test-kit/people.ts';
import { streamsOverServers, type StreamsOverServers } from '../test-kit/streams/streams-over-servers.ts';

const { openLog, closeLog, keepLog, detail } = diagnosisCalls;
const { mallAdmin, agentAdmin } = people;

let installation: Installation;
let parts: StreamsOverServers;
beforeAll(async () => {
  installation = await startInstallation(3);
  await installation.untilShared();
  parts = streamsOverServers(installation);
});
afterAll(async () => {
  await parts?.close();
  await installation?.stop();
});

test('a page, the stream of a robot and its owner are at three servers, and a second page reads at the owner', async () => {
  const urls = installation.servers.map(({ url }) => url);
  const robot = await parts.aRobot(
    { streamKinds: ['LOG'] },
    async (deviceId) => (await parts.ok(urls[0]!, detail, { deviceId })).liveLog,
  );
  const { deviceId } = robot.device;
  const owner = await installation.ownerOf(deviceId);
  const [atPage, atRobot] = urls.filter((url) => url !== owner) as [string, string];
  const { name } = liveLogTopic(deviceId);
  const pages = [await parts.aPage(atPage, mallAdmin, [name]), await parts.aPage(owner, agentAdmin, [name])];
  // The server has checked what it sends.
  const piecesOf = (page: (typeof pages)[number]) => page.on(name) as LiveLogPiece[];
  const linesOf = (page: (typeof pages)[number]) => piecesOf(page).flatMap(({ lines }) => lines);
  await eventually(() => parts.ok(atPage, openLog, { deviceId }).catch(() => undefined), 'the log');
  await parts.ok(owner, openLog, { deviceId }, agentAdmin);
  const stream = await robot.connect(atRobot, await robot.streamTerms());
  const isRunning = (page: (typeof pages)[number]) => piecesOf(page).some(({ state }) => state === 'RUNNING');
  await eventually(() => pages.every(isRunning), 'the state at both pages');
  // A page may subscribe after the first lines.
  await eventually(() => {
    stream.send(JSON.stringify({ lines: ['2030-01-01T08:00:00.000Z INFO run one'], skipped: 0 }));
    return pages.every((page) => linesOf(page).length > 0);
  }, 'the lines at both pages');
  expect(linesOf(pages[0]!)[0]).toBe('2030-01-01T08:00:00.000Z INFO run one');
  // The sign-in reads at the owner, wherever its page asks.
  await parts.ok(atRobot, keepLog, { deviceId });
  await parts.ok(atRobot, closeLog, { deviceId });
  expect(stream.readyState).toBe(stream.OPEN);
  await parts.ok(atPage, closeLog, { deviceId }, agentAdmin);
  await eventually(() => stream.readyState === stream.CLOSED, 'the end of the connection');
  await eventually(
    () => pages.every((page) => piecesOf(page).at(-1)?.state === 'ENDED'),
    'the end at both pages',
  );
});

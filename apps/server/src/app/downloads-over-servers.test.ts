import { deviceLogCalls, topics, type Message } from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFileStore } from '../platform/files/files.ts';
import { newId } from '../platform/runtime/ids.ts';
import { eventually, factsheet, idleState, TestRobot } from '../robots/test-kit/test-gateway.ts';
import { BrowserSocket } from '../test-kit/browser-socket.ts';
import { builders } from '../test-kit/builders/builders.ts';
import { startInstallation, type Installation } from '../test-kit/installation.ts';
import { people, type Person } from '../test-kit/people.ts';
import { sendOverHttp } from '../test-kit/send-over-http.ts';

const { mallAdmin, agentAdmin } = people;
const { name } = topics.download;

let installation: Installation;
let robot: TestRobot;
beforeAll(async () => {
  installation = await startInstallation(2);
  await installation.untilShared();
});
afterAll(async () => {
  await robot?.leave();
  await installation?.stop();
});

async function pageOf(url: string, { token }: Person) {
  const page = new BrowserSocket(`${url.replace('http', 'ws')}/service/ws/${token}`);
  expect(await page.opened).toBe(true);
  page.send({ subscribe: name });
  return page;
}

/** A robot that one of the servers owns. */
async function anInstalledRobot(): Promise<string> {
  const { database, filesUrl, mqttUrl } = installation;
  const { aDevice } = builders(database.db, createFileStore(filesUrl), () => new Date());
  const { id, sn, companyId } = await aDevice({ sn: `T-${newId().slice(-12)}` });
  const device = {
    deviceId: id,
    companyId,
    sn,
    secret: 'secret',
    manufacturer: 'JBOT',
    protocol: 'v3' as const,
  };
  robot = await TestRobot.connect(mqttUrl, device);
  return id;
}

test('the progress of a pull reaches the pages of its account at both servers, and no other account', async () => {
  const urls = installation.servers.map(({ url }) => url);
  const deviceId = await anInstalledRobot();
  const own = await Promise.all(urls.map((url) => pageOf(url, mallAdmin)));
  const others = await Promise.all(urls.map((url) => pageOf(url, agentAdmin)));
  const log = await eventually(
    async () => {
      await robot.say('connection', { connectionState: 'ONLINE' }, 1);
      await robot.say('factsheet', factsheet, 1);
      await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false }, 1);
      await robot.say('state', idleState, 1);
      const now = Date.now();
      const [from, to] = [new Date(now - 60_000).toISOString(), new Date(now).toISOString()];
      const input = { deviceId, source: 'RANGE', from, to };
      const { code, data } = await sendOverHttp(urls[0]!, deviceLogCalls.upload, mallAdmin, input);
      return code === 200 && data;
    },
    'a robot that takes the command',
    20_000,
  );
  const command = await robot.waitForMessage('xCommand', ({ type }) => type === 'job.logPull');
  const { commandId, params } = command as { commandId: string; params: { jobId: string } };
  await robot.say('xReply', robot.durable({ commandId, status: 'SUCCEEDED', code: '' }), 1);
  // A subscription has no answer: reports follow until the pages hear of one.
  let pct = 0;
  await eventually(async () => {
    pct += 1;
    const report = { jobId: params.jobId, kind: 'LOG_PULL', phase: pct % 2 ? 'PACKING' : 'TRANSFERRING' };
    await robot.say('xJob', robot.durable({ ...report, pct, attempt: 1 }), 1);
    return own.every((page) => page.count(name) > 0);
  }, 'the progress at both servers');
  for (const { received } of own) {
    const { content } = received.find(({ topic }) => topic === name) as {
      content: Message<typeof topics.download>;
    };
    expect(content).toMatchObject({ id: log.id, deviceId, state: 'RUNNING' });
  }
  expect(others.map((page) => page.count(name))).toEqual([0, 0]);
  for (const { socket } of [...own, ...others]) socket.close();
});

import { deviceLogCalls, topics, type Message } from '@sweepline/contract';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { zipStream } from '../../../platform/documents/zip-stream.ts';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { openBrowserSocket } from '../../../test-kit/browser-socket.ts';
import { people, type Person } from '../../../test-kit/index.ts';
import { aLogRobot } from '../../../test-kit/logs/log-robot.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const server = ownTestServer();
const { mallAdmin, agentAdmin } = people;
let address: string;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  address = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

type Download = Message<typeof topics.download>;

/** Published until a subscription is active. */
const probe: Download = { id: 'probe', deviceId: '', state: 'RUNNING', progress: 0, url: '' };
const isReal = ({ id }: Download) => id !== probe.id;

/** The messages of the topic that an account receives. */
async function downloadsOf(who: Person): Promise<Download[]> {
  const page = await openBrowserSocket(server, address, who);
  ends.push(() => page.socket.close());
  const received: Download[] = [];
  page.socket.addEventListener('message', ({ data }) => {
    const { topic, content } = JSON.parse(String(data)) as { topic: string; content: Download };
    if (topic === topics.download.name) received.push(content);
  });
  page.send({ subscribe: topics.download.name });
  await eventually(() => {
    const audience = { companyId: who.companyId, accountId: who.id };
    server.bus.publish(topics.download, probe, audience);
    return received.length > 0;
  }, 'the subscription');
  return received;
}

test('progress and address of a pull go to the account that asked for it, and to no other', async () => {
  const robot = await aLogRobot(server);
  ends.push(() => robot.robot.leave());
  const [own, other] = [await downloadsOf(mallAdmin), await downloadsOf(agentAdmin)];
  const { id } = await server
    .ok(deviceLogCalls.oneClickPull, mallAdmin, { deviceIds: [robot.id] })
    .then(({ list }) => ({ id: list[0]?.id ?? '' }));
  const { commandId, params } = await robot.commandOf('job.logPull');
  const jobId = params['jobId'] as string;
  await robot.reply(commandId);
  await robot.job(jobId, 'TRANSFERRING', { pct: 40 });
  await robot.upload(jobId, await buffer(zipStream([{ name: 'a.log', content: ['a'] }])));
  await robot.job(jobId, 'FINISHED', { pct: 100, final: true });
  const last = await eventually(() => own.find(({ state }) => state === 'DONE'), 'the end');
  expect(own).toContainEqual({ id, deviceId: robot.id, state: 'RUNNING', progress: 40, url: '' });
  expect(last).toMatchObject({ id, progress: 100 });
  expect((await server.app.inject({ url: last.url })).statusCode).toBe(200);

  // A message to the other account arrives after those it must not have received.
  const second = await server.ok(deviceLogCalls.oneClickPull, agentAdmin, { deviceIds: [robot.id] });
  const next = await robot.commandOf('job.logPull', 2);
  await robot.reply(next.commandId);
  await robot.job(next.params['jobId'] as string, 'PACKING', { pct: 1 });
  await eventually(() => other.some(isReal), 'the message to the other account');
  expect(other.filter(isReal).map((it) => it.id)).toEqual([second.list[0]?.id]);
});

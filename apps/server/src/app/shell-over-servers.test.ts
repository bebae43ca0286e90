import {
  authCalls,
  controlPasswordCalls,
  deviceControlCalls,
  shellCalls,
  shellOutputTopic,
  shellTopic,
  type Call,
  type Output,
  type Sent,
  type ShellOutput,
  type ShellStanding,
} from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announceDevice } from '../features/device-identity/credential-service.ts';
import { connectRemoteBus } from '../platform/cluster/remote-bus.ts';
import { createVault } from '../platform/files/vault.ts';
import { createBus } from '../platform/socket/bus.ts';
import { aDevice, eventually, factsheet, idleState, TestRobot } from '../robots/test-kit/test-gateway.ts';
import { BrowserSocket } from '../test-kit/browser-socket.ts';
import { installationKey, startInstallation, type Installation } from '../test-kit/installation.ts';
import { companyIds, people } from '../test-kit/people.ts';
import { sendOverHttp } from '../test-kit/send-over-http.ts';
import { openTestStream, TestSshd } from '../test-kit/shells/test-sshd.ts';

const { mallAdmin, staff, superAdmin } = people;
const password = 'let me drive';

let installation: Installation;
let urls: [string, string];
const closes: (() => unknown)[] = [];
beforeAll(async () => {
  installation = await startInstallation(2);
  await installation.untilShared();
  urls = installation.servers.map(({ url }) => url) as [string, string];
});
afterAll(async () => {
  for (const close of closes.toReversed()) await close();
  await installation?.stop();
});

const ok = async <C extends Call>(
  url: string,
  call: C,
  input: Sent<C>,
  who = mallAdmin,
): Promise<Output<C>> => {
  const { code, msg, data } = await sendOverHttp(url, call, who, input as object);
  if (code !== 200) throw new Error(`${call.path}: ${msg}`);
  return data;
};
const socketUrl = (url: string) => url.replace('http', 'ws');

/** A robot with an sshd that accepts every command. */
async function aRobot() {
  const device = await aDevice(installation.database.db, companyIds.mall);
  const sshd = new TestSshd();
  const key = createVault(installationKey).keyFor('bus');
  const member = { installation: 'sweepline', serverId: 'the server of the test', log: { warn: () => {} } };
  const remote = await connectRemoteBus({ ...member, url: installation.mqttUrl, key });
  closes.push(remote.close);
  announceDevice(
    createBus(() => {}, remote),
    device.deviceId,
  );
  const robot = await TestRobot.connect(installation.mqttUrl, device);
  closes.push(() => robot.leave());
  robot.client.on('message', (topic, payload) => {
    if (!topic.endsWith('/xCommand')) return;
    const { commandId } = JSON.parse(payload.toString()) as { commandId: string };
    void robot.say('xReply', robot.durable({ commandId, status: 'SUCCEEDED', code: '' }), 1).catch(() => {});
  });
  const able = { streamKinds: ['SSH'], sshHostKey: sshd.hostKey };
  const report = { versions: {}, sections: {}, consumables: [], ...able };
  await eventually(async () => {
    await robot.say('connection', { connectionState: 'ONLINE' }, 1);
    await robot.say('factsheet', factsheet, 1);
    await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false }, 1);
    await robot.say('xReported', report, 1);
    await robot.say('state', idleState, 1);
    const standing = await ok(urls[0], shellCalls.standing, { deviceId: device.deviceId });
    return standing.supported && standing.online;
  }, 'the shell');
  return { robot, device, sshd };
}

/** A page at a server, with the output that it received. */
async function aPage(url: string, id: string, deviceId: string, who: typeof mallAdmin) {
  const { ticket } = await ok(url, authCalls.socketTicket, {}, who);
  const page = new BrowserSocket(`${socketUrl(url)}/service/ws/${ticket}`);
  closes.push(() => page.socket.close());
  await page.opened;
  const { name } = shellOutputTopic(id);
  page.send({ subscribe: name });
  page.send({ subscribe: shellTopic(deviceId).name });
  const of = (topic: string) =>
    page.received.filter((it) => it.topic === topic).map(({ content }) => content);
  return {
    type: (text: string) => page.send({ shell: { session: id, text } }),
    // The server has checked what it sends.
    pushed: () => (of(name) as ShellOutput[]).map(({ text }) => text).join(''),
    standing: () => of(shellTopic(deviceId).name).at(-1) as ShellStanding | undefined,
  };
}

test('a page at any server has a shell on a robot that is connected to any other, also after a change', async () => {
  const { robot, device, sshd } = await aRobot();
  const { deviceId } = device;
  await ok(urls[0], controlPasswordCalls.update, { id: deviceId, scope: 'DEVICE', password });
  await ok(urls[0], deviceControlCalls.unlock, { id: deviceId, password });
  const { id } = await ok(urls[0], shellCalls.request, { deviceId, reason: 'Why', minutes: 10 });
  await eventually(() => ok(urls[0], shellCalls.open, { id }).catch(() => undefined), 'the shell');
  const isOpen = ({ type }: Record<string, unknown>) => type === 'stream.open';
  const { params } = await robot.waitForMessage('xCommand', isOpen);
  const terms = params as { sessionId: string; token: string; resumeToken: string };
  const basic = Buffer.from(`${device.sn}:${device.secret}`).toString('base64');
  const stream = openTestStream(sshd, terms, { authorization: `Basic ${basic}` });
  closes.push(stream.close);
  expect(await stream.open(socketUrl(urls[1]))).toBe(101);
  await eventually(
    async () => (await ok(urls[1], shellCalls.detail, { id })).state === 'RUNNING',
    'the running shell',
  );
  const page = await aPage(urls[0], id, deviceId, mallAdmin);
  await ok(urls[1], shellCalls.join, { id }, staff);
  const observer = await aPage(urls[1], id, deviceId, staff);
  await eventually(() => {
    page.type('x');
    return page.pushed().includes('x') && observer.pushed().includes('x');
  }, 'the output at both servers');
  // The robot comes back at the other server.
  stream.cut();
  sshd.print('meanwhile');
  expect(await stream.comeBack(socketUrl(urls[0]))).toBe(101);
  await eventually(() => observer.pushed().includes('meanwhile'), 'what was shown meanwhile');
  const read = async (url: string, who: typeof mallAdmin) =>
    (await ok(url, shellCalls.output, { id, from: 0 }, who)).text;
  expect(await read(urls[0], mallAdmin)).toMatch(/^\$ x+meanwhilex*$/);
  expect(await read(urls[1], staff)).toMatch(/^\$ x+meanwhilex*$/);
  await ok(urls[1], shellCalls.close, { id }, superAdmin);
  await eventually(stream.isClosed, 'the end of the connection');
  const ended = await eventually(async () => {
    const session = await ok(urls[1], shellCalls.detail, { id });
    return session.state === 'CLOSED' && session;
  }, 'the end');
  expect(ended).toMatchObject({ endReason: 'ENDED', endedBy: 'Nick superAdmin' });
  const isTold = (it: typeof page) => it.standing()?.session?.state === 'CLOSED';
  await eventually(() => isTold(page) && isTold(observer), 'the end at both pages');
  expect(page.standing()?.session?.observers).toMatchObject([{ name: 'Nick staff' }]);
});

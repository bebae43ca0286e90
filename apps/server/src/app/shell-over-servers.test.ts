import {
  controlPasswordCalls,
  deviceControlCalls,
  shellCalls,
  shellOutputTopic,
  shellTopic,
  type ShellOutput,
  type ShellStanding,
} from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../robots/test-kit/test-gateway.ts';
import { startInstallation, type Installation } from '../test-kit/installation.ts';
import { people } from '../test-kit/people.ts';
import { openTestStream, TestSshd } from '../test-kit/shells/test-sshd.ts';
import {
  socketUrl,
  streamsOverServers,
  type StreamsOverServers,
} from '../test-kit/streams/streams-over-servers.ts';

const { mallAdmin, staff, superAdmin } = people;
const password = 'let me drive';

let installation: Installation;
let urls: [string, string];
let parts: StreamsOverServers;
beforeAll(async () => {
  installation = await startInstallation(2);
  await installation.untilShared();
  urls = installation.servers.map(({ url }) => url) as [string, string];
  parts = streamsOverServers(installation);
});
afterAll(async () => {
  await parts?.close();
  await installation?.stop();
});

/** A page at a server, with the output that it received. */
async function aPage(url: string, id: string, deviceId: string, who: typeof mallAdmin) {
  const [output, standing] = [shellOutputTopic(id).name, shellTopic(deviceId).name];
  const { page, on } = await parts.aPage(url, who, [output, standing]);
  return {
    type: (text: string) => page.send({ shell: { session: id, text } }),
    // The server has checked what it sends.
    pushed: () => (on(output) as ShellOutput[]).map(({ text }) => text).join(''),
    standing: () => on(standing).at(-1) as ShellStanding | undefined,
  };
}

test('a page at any server has a shell on a robot that is connected to any other, also after a change', async () => {
  const sshd = new TestSshd();
  const { device, authorization, streamTerms } = await parts.aRobot(
    { streamKinds: ['SSH'], sshHostKey: sshd.hostKey },
    async (deviceId) => {
      const { supported, online } = await parts.ok(urls[0], shellCalls.standing, { deviceId });
      return supported && online;
    },
  );
  const { deviceId } = device;
  await parts.ok(urls[0], controlPasswordCalls.update, { id: deviceId, scope: 'DEVICE', password });
  await parts.ok(urls[0], deviceControlCalls.unlock, { id: deviceId, password });
  const { id } = await parts.ok(urls[0], shellCalls.request, { deviceId, reason: 'Why', minutes: 10 });
  await eventually(() => parts.ok(urls[0], shellCalls.open, { id }).catch(() => undefined), 'the shell');
  const stream = openTestStream(sshd, await streamTerms(), { authorization });
  parts.closes.push(stream.close);
  expect(await stream.open(socketUrl(urls[1]))).toBe(101);
  await eventually(
    async () => (await parts.ok(urls[1], shellCalls.detail, { id })).state === 'RUNNING',
    'the running shell',
  );
  const page = await aPage(urls[0], id, deviceId, mallAdmin);
  await parts.ok(urls[1], shellCalls.join, { id }, staff);
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
    (await parts.ok(url, shellCalls.output, { id, from: 0 }, who)).text;
  expect(await read(urls[0], mallAdmin)).toMatch(/^\$ x+meanwhilex*$/);
  expect(await read(urls[1], staff)).toMatch(/^\$ x+meanwhilex*$/);
  await parts.ok(urls[1], shellCalls.close, { id }, superAdmin);
  await eventually(stream.isClosed, 'the end of the connection');
  const ended = await eventually(async () => {
    const session = await parts.ok(urls[1], shellCalls.detail, { id });
    return session.state === 'CLOSED' && session;
  }, 'the end');
  expect(ended).toMatchObject({ endReason: 'ENDED', endedBy: 'Nick superAdmin' });
  const isTold = (it: typeof page) => it.standing()?.session?.state === 'CLOSED';
  await eventually(() => isTold(page) && isTold(observer), 'the end at both pages');
  expect(page.standing()?.session?.observers).toMatchObject([{ name: 'Nick staff' }]);
});

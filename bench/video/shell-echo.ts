import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { controlPasswordCalls, deviceControlCalls, shellCalls, shellOutputTopic } from '@sweepline/contract';
import {
  eventually,
  factsheet,
  idleState,
  TestRobot,
  type Registered,
} from '../../apps/server/src/robots/test-kit/test-gateway.ts';
import { people } from '../../apps/server/src/test-kit/people.ts';
import { openTestStream, TestSshd } from '../../apps/server/src/test-kit/shells/test-sshd.ts';
import { openPlainShell } from '../../apps/server/src/test-kit/shells/plain-ssh.ts';
import { median, type Measure } from '../measure/report.ts';
import { delayedLine } from './delayed-line.ts';
import { ask, openPage } from './person.ts';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const keysOfRound = 40;
/** A round trip of 60 ms, as over LTE. */
const delayMs = 30;
const person = people.mallAdmin;

interface Shell {
  /** Resolves when the key is echoed. */
  type(key: string): Promise<void>;
  close(): void;
}

/** The time from a key to its echo: in a page over the server, and with plain ssh2, over the same line to the same sshd. */
export async function measureShellEcho(port: number, mqttUrl: string, device: Registered): Promise<Measure> {
  const sshd = new TestSshd();
  const [ours, plain] = [await shellOfPage(port, mqttUrl, device, sshd), await plainShell(sshd)];
  const times: { ours: number; plain: number }[] = [];
  for (let round = 0; round < rounds; round += 1)
    times.push({ ours: await echoOf(ours), plain: await echoOf(plain) });
  ours.close();
  plain.close();
  const of = (side: 'ours' | 'plain') => `${median(times.map((it) => it[side])).toFixed(1)} ms`;
  return {
    goalName: 'video',
    what: 'echo of a key in a shell against plain ssh2 over the same line',
    value: median(times.map((it) => it.ours / it.plain)),
    unit: '×',
    goal: 1.5,
    good: 'atMost',
    detail: `${of('ours')} against ${of('plain')}, round trip of the line ${2 * delayMs} ms`,
  };
}

async function echoOf(shell: Shell): Promise<number> {
  const tookMs: number[] = [];
  for (let key = 0; key < keysOfRound; key += 1) {
    const fromMs = performance.now();
    await shell.type(String.fromCodePoint(97 + (key % 26)));
    tookMs.push(performance.now() - fromMs);
  }
  return median(tookMs);
}

/** Waits for a text in what arrives. */
function echo() {
  let [awaited, done] = ['', () => {}];
  return {
    arrived: (text: string) => awaited !== '' && text.includes(awaited) && done(),
    of: (key: string) => new Promise<void>((resolve) => ([awaited, done] = [key, resolve])),
  };
}

async function plainShell(sshd: TestSshd): Promise<Shell> {
  const server = createServer((socket) => sshd.inject(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const line = await delayedLine((server.address() as AddressInfo).port, delayMs);
  const echoed = echo();
  const shell = await openPlainShell(line.port, echoed.arrived);
  return {
    type: (key) => {
      const seen = echoed.of(key);
      shell.type(key);
      return seen;
    },
    close: () => {
      shell.close();
      line.close();
      server.close();
    },
  };
}

async function shellOfPage(
  port: number,
  mqttUrl: string,
  device: Registered,
  sshd: TestSshd,
): Promise<Shell> {
  const robot = await introduced(mqttUrl, device, sshd);
  const { deviceId } = device;
  await eventually(async () => (await ask(port, shellCalls.standing, { deviceId })).supported, 'the shell');
  const password = 'let me drive';
  await ask(port, controlPasswordCalls.update, { id: deviceId, scope: 'DEVICE', password });
  await ask(port, deviceControlCalls.unlock, { id: deviceId, password });
  const request = { deviceId, reason: 'A measurement', minutes: 30 };
  // The stored state of a robot that has just connected follows some seconds later.
  const requested = () => ask(port, shellCalls.request, request).catch(() => undefined);
  const { id } = await eventually(requested, 'the robot to be online');
  await ask(port, shellCalls.open, { id });
  const { params } = await robot.waitForMessage('xCommand', ({ type }) => type === 'stream.open');
  const line = await delayedLine(port, delayMs);
  const authorization = `Basic ${Buffer.from(`${device.sn}:${device.secret}`).toString('base64')}`;
  const stream = openTestStream(sshd, params as Parameters<typeof openTestStream>[1], { authorization });
  await stream.open(`ws://127.0.0.1:${line.port}`);
  await eventually(
    async () => (await ask(port, shellCalls.detail, { id })).state === 'RUNNING',
    'the terminal',
  );
  const echoed = echo();
  const page = await openPage(port, person, ({ topic, content }) => {
    if (topic === shellOutputTopic(id).name) echoed.arrived((content as { text: string }).text);
  });
  page.send(JSON.stringify({ subscribe: shellOutputTopic(id).name }));
  return {
    type: (key) => {
      const seen = echoed.of(key);
      page.send(JSON.stringify({ shell: { session: id, text: key } }));
      return seen;
    },
    close: () => {
      page.close();
      stream.close();
      line.close();
      void robot.leave();
    },
  };
}

/** A robot that offers shells and accepts every command. */
async function introduced(mqttUrl: string, device: Registered, sshd: TestSshd): Promise<TestRobot> {
  const robot = await TestRobot.connect(mqttUrl, device);
  robot.client.on('message', (topic, payload) => {
    if (!topic.endsWith('/xCommand')) return;
    const { commandId } = JSON.parse(payload.toString()) as { commandId: string };
    const body = { commandId, status: 'SUCCEEDED', code: '' };
    void robot.say('xReply', robot.durable(body), 1).catch(() => {});
  });
  await robot.say('connection', { connectionState: 'ONLINE' }, 1);
  await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false }, 1);
  await robot.say('factsheet', factsheet, 1);
  await robot.say('state', idleState, 1);
  const document = { versions: {}, sections: {}, consumables: [], streamKinds: ['SSH'] };
  await robot.say('xReported', { ...document, sshHostKey: sshd.hostKey }, 1);
  return robot;
}

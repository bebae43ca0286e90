import { setTimeout as pause } from 'node:timers/promises';
import {
  controlPasswordCalls,
  deviceControlCalls,
  shellCalls,
  shellOutputTopic,
  videoCalls,
  videoFramesTopic,
  videoRecordingCalls,
  videoRules,
  whepPath,
  type OpenedView,
} from '@sweepline/contract';
import type { Measure } from '../../bench/measure/report.ts';
import { inScope, type Db } from '../../apps/server/src/platform/db/db.ts';
import { eventually } from '../../apps/server/src/robots/test-kit/test-gateway.ts';
import { people } from '../../apps/server/src/test-kit/people.ts';
import { readWebm } from '../../apps/server/src/test-kit/video/webm-reader.ts';
import { aViewer } from '../../apps/server/src/test-kit/webrtc-peers.ts';
import { createStreamsWorld, patienceMs, type StreamsWorld } from './streams-world.ts';

interface StreamsOptions {
  db: Db;
  databaseUrl: string;
  folder: string;
  /** Kills of the relay. */
  kills: number;
  say: (line: string) => void;
}

const recordedMs = 5_000;
const [lineEveryMs, linesBefore, linesAfter, awayMs] = [250, 12, 12, 10_000];

/** Breaks what carries pictures and shells, one after the other. Returns the figures. */
export async function breakStreams({ kills, say, ...needs }: StreamsOptions): Promise<Measure[]> {
  const world = await createStreamsWorld(needs);
  try {
    const { deviceId } = world;
    const isReady = async () => {
      const { supported } = await world.ask(videoCalls.standing, { deviceId });
      return supported && (await world.ask(shellCalls.standing, { deviceId })).online;
    };
    await eventually(isReady, 'the robot', patienceMs);
    const measures: Measure[] = [];
    for (const part of [() => killRelay(world, kills), () => killServer(world), () => cutLink(world)]) {
      measures.push(...(await part()));
      say(measures.map(({ what, value }) => `${what}: ${value}`).join(', '));
    }
    return measures;
  } finally {
    await world.stop();
  }
}

const measureOf = (
  goalName: string,
  what: string,
  value: number,
  goal: number,
  detail?: string,
): Measure => ({
  goalName: `fault: ${goalName}`,
  what,
  value: Math.round(value),
  unit: goal === 0 ? '' : 'ms',
  goal,
  good: 'atMost',
  ...(detail !== undefined && { detail }),
});

/** A page that watches over WebRTC: when its last packet and its last JPEG picture arrived. */
async function watch({ ask, deviceId, served, openPage }: StreamsWorld) {
  const open = () => ask(videoCalls.open, { deviceId, camera: 'FRONT' }).catch(() => undefined);
  const view: OpenedView = await eventually(open, 'the view', patienceMs);
  let [packetMs, jpegMs] = [0, 0];
  const topic = videoFramesTopic(view.sessionId);
  const page = await openPage(topic, () => (jpegMs = performance.now()));
  const keepOn = { viewId: view.viewId, transport: 'WEBRTC' };
  const timer = setInterval(() => void ask(videoCalls.keepOn, keepOn).catch(() => {}), videoRules.keepOnMs);
  const address = `${served.url}${whepPath}/${view.sessionId}?viewId=${view.viewId}`;
  const headers = { authorization: people.mallAdmin.token, 'content-type': 'application/sdp' };
  const connect = async () => {
    const viewer = await aViewer(async (body) => {
      const answer = await fetch(address, { method: 'POST', headers, body });
      if (answer.status !== 201) throw new Error(`WHEP answered ${answer.status}`);
      return await answer.text();
    });
    const before = viewer.packets.push.bind(viewer.packets);
    viewer.packets.push = (...packets) => {
      packetMs = performance.now();
      return before(...packets);
    };
    return viewer;
  };
  await eventually(() => jpegMs > 0, 'the first picture', patienceMs);
  return {
    ...view,
    packetMs: () => packetMs,
    jpegMs: () => jpegMs,
    /** Tries again as a page does. */
    connect: () => eventually(() => connect().catch(() => undefined), 'the live video', patienceMs),
    close: async () => {
      clearInterval(timer);
      page.socket.close();
      await ask(videoCalls.close, { viewId: view.viewId }).catch(() => {});
    },
  };
}

/** Kills the relay at any moment of a connection. A page shows JPEG when its video is older than a second. */
async function killRelay(world: StreamsWorld, kills: number): Promise<Measure[]> {
  const watched = await watch(world);
  const before = world.served.pid();
  const fallMs: number[] = [];
  let [calls, failed] = [0, 0];
  const timer = setInterval(() => {
    calls++;
    world.ask(videoCalls.standing, { deviceId: world.deviceId }).catch(() => failed++);
  }, 200);
  for (let kill = 0; kill < kills; kill++) {
    const viewer = await watched.connect();
    const pid = await world.relayPid();
    await pause(Math.random() * 3_000);
    const killedMs = performance.now();
    process.kill(pid, 'SIGKILL');
    await eventually(() => watched.jpegMs() > killedMs, 'a picture after the kill', patienceMs);
    fallMs.push(Math.max(watched.jpegMs(), watched.packetMs() + videoRules.frozenMs) - killedMs);
    await viewer.close();
  }
  clearInterval(timer);
  await watched.close();
  const untouched = world.served.pid() === before ? failed : calls;
  return [
    measureOf(
      'media relay killed',
      'until a page shows JPEG, longest',
      Math.max(...fallMs),
      2_000,
      `${kills} kills`,
    ),
    measureOf('media relay killed', 'failed calls of the server', untouched, 0, `${calls} calls`),
  ];
}

/** Kills the server while it records. */
async function killServer(world: StreamsWorld): Promise<Measure[]> {
  const { ask, db, served } = world;
  const watched = await watch(world);
  const viewer = await watched.connect();
  const begin = () => ask(videoRecordingCalls.start, { sessionId: watched.sessionId }).catch(() => undefined);
  const { id } = await eventually(begin, 'the recording', patienceMs);
  const stored = async () => {
    const [row] = await inScope(db, '*', (tx) =>
      tx.raw<{ durationMs: number; signAt: string }>(
        'select duration_ms as "durationMs", sign_at::text as "signAt" from video_recordings where id = $1',
        [id],
      ),
    );
    return row!;
  };
  await eventually(async () => (await stored()).durationMs >= recordedMs, 'the first seconds', patienceMs);
  await eventually(world.isLit, 'the light of the robot', patienceMs);
  // A part is stored each second: the kill comes anywhere between two of them.
  await pause(Math.random() * 1_000);
  const [killedAtMs, killedMs] = [Date.now(), performance.now()];
  await served.stop('SIGKILL');
  const { durationMs, signAt } = await stored();
  await eventually(() => !world.isLit(), 'the robot to stop', patienceMs);
  const stoppedMs = performance.now() - killedMs;
  await viewer.close();
  await watched.close();
  await served.start();
  const readable = async () =>
    (await ask(videoRecordingCalls.detail, { id }).catch(() => undefined))?.state === 'INTERRUPTED';
  await eventually(readable, 'the recording to be readable', patienceMs);
  const { url } = await ask(videoRecordingCalls.address, { id });
  const webm = readWebm(Buffer.from(await (await fetch(`${served.url}${url}`)).arrayBuffer()));
  const goal = 'server killed while it streams';
  const detail = `${webm.durationMs} ms recorded`;
  return [
    measureOf(goal, 'until the robot stops', stoppedMs, 45_000),
    measureOf(goal, 'since pictures were last stored', killedAtMs - Date.parse(signAt), 2_000, detail),
    measureOf(
      goal,
      'milliseconds stored and not readable',
      Math.max(0, durationMs - webm.durationMs),
      0,
      detail,
    ),
  ];
}

/** Cuts the robot's network while a person types. The output is the one that a shell without a cut has. */
async function cutLink({ ask, deviceId, link, openPage }: StreamsWorld): Promise<Measure[]> {
  const password = 'let me drive';
  const unlocked = async () => {
    await ask(controlPasswordCalls.update, { id: deviceId, scope: 'DEVICE', password });
    await ask(deviceControlCalls.unlock, { id: deviceId, password });
    return (await ask(shellCalls.standing, { deviceId })).online;
  };
  await eventually(() => unlocked().catch(() => false), 'the robot after the restart', patienceMs);
  const { id } = await ask(shellCalls.request, { deviceId, reason: 'A test', minutes: 30 });
  await ask(shellCalls.open, { id });
  const stateOf = async () => (await ask(shellCalls.detail, { id })).state;
  await eventually(async () => (await stateOf()) === 'RUNNING', 'the shell', patienceMs);
  const topic = shellOutputTopic(id).name;
  const page = await openPage(topic);
  let sent = 0;
  const lineOf = (number: number) => `line${String(number).padStart(4, '0')}`;
  const type = async (count: number) => {
    for (let line = 0; line < count; line++, await pause(lineEveryMs))
      page.send({ shell: { session: id, text: `${lineOf(sent++)}\r` } });
  };
  await type(linesBefore);
  link.cut();
  await type(awayMs / lineEveryMs);
  link.mend();
  await type(linesAfter);
  const read = async () => (await ask(shellCalls.output, { id, from: 0 })).text;
  const last = lineOf(sent - 1);
  await eventually(async () => (await read()).includes(last), 'the last line', patienceMs).catch(() => {});
  await pause(1_000);
  const text = await read();
  const [from, to] = [text.indexOf(lineOf(0)), text.indexOf(lineOf(1))];
  const ofFirst = text.slice(from, to);
  const expected = Array.from({ length: sent }, (_, line) =>
    ofFirst.replaceAll(lineOf(0), lineOf(line)),
  ).join('');
  const isSame = text.slice(from).trimEnd() === expected.trimEnd();
  const hasEnded = (await stateOf()) !== 'RUNNING';
  page.socket.close();
  const [goal, detail] = ['link of a shell away for 10 s', `${sent} lines, ${expected.length} characters`];
  const lost = Math.abs(text.slice(from).trimEnd().length - expected.trimEnd().length);
  return [
    measureOf(goal, 'shells that ended', hasEnded ? 1 : 0, 0),
    measureOf(goal, 'characters lost or doubled', lost, 0, detail),
    measureOf(goal, 'outputs that differ from one without a cut', isSame ? 0 : 1, 0, detail),
  ];
}

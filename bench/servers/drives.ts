import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { controlPasswordCalls, deviceControlCalls } from '@sweepline/contract';
import { createDb } from '../../apps/server/src/platform/db/db.ts';
import {
  aDevice,
  eventually,
  factsheet,
  idleState,
  TestRobot,
} from '../../apps/server/src/robots/test-kit/test-gateway.ts';
import { companyIds, people, populate } from '../../apps/server/src/test-kit/people.ts';
import { sendOverHttp } from '../../apps/server/src/test-kit/send-over-http.ts';
import { quantile, type Measure } from '../measure/report.ts';
import type { Stage } from '../servers.ts';
import { anInstallation } from './installation.ts';
import { ownersOf } from './pushes.ts';

const rounds = Number(process.env['ROUNDS'] ?? 3);
const frames = 200;
/** Twice as often as a page. */
const everyMs = 50;
const driver = people.mallAdmin;
const patienceMs = 60_000;

/**
 * The time from a frame of a driver's page to its robot: through the server that owns the robot, and through another one, in turns.
 */
export async function measureDrives(stage: Stage): Promise<Measure> {
  const { database, mqttUrl } = stage;
  const databaseUrl = await database('drives');
  const db = createDb(databaseUrl, { connections: 2 });
  await populate(db, () => new Date());
  const device = await aDevice(db, companyIds.mall);
  await db.close();
  const startServer = await anInstallation(stage, 'drives', databaseUrl);
  const servers = [await startServer(), await startServer()];
  const robot = await TestRobot.connect(mqttUrl, device);
  const stop = obey(robot);
  await eventually(async () => (await ownersOf(databaseUrl)).has(device.sn), 'an owner', patienceMs);
  // The second server takes its share.
  await pause(3_000);
  const owner = (await ownersOf(databaseUrl)).get(device.sn);
  const isOwner = (child: ChildProcess) => owner?.endsWith(` ${child.pid}`) === true;

  await unlock(servers[0]!.port, device.deviceId);
  const tookMs = { own: [] as number[], other: [] as number[] };
  for (let round = 0; round < rounds; round += 1)
    for (const { child, port } of servers)
      tookMs[isOwner(child) ? 'own' : 'other'].push(...(await drive(port, robot)));
  stop();
  await robot.leave();
  for (const { child } of servers) child.kill('SIGKILL');
  return measureOf(tookMs);
}

function measureOf({ own, other }: Record<'own' | 'other', number[]>): Measure {
  const of = (times: readonly number[]) =>
    `${quantile(times, 0.95).toFixed(1)} ms (p50 ${quantile(times, 0.5).toFixed(1)} ms)`;
  return {
    goalName: 'servers',
    what: 'frame of a driver to the robot, through another server beyond its owner, p95',
    value: quantile(other, 0.95) - quantile(own, 0.95),
    unit: 'ms',
    goal: 20,
    good: 'atMost',
    detail: `${of(other)} against ${of(own)}, ${own.length} frames each`,
  };
}

/** A robot is driven only by an account that gave its control password. */
async function unlock(port: number, id: string): Promise<void> {
  const url = `http://127.0.0.1:${port}`;
  const password = 'a control password';
  for (const answer of [
    await sendOverHttp(url, controlPasswordCalls.update, driver, { id, scope: 'DEVICE', password }),
    await sendOverHttp(url, deviceControlCalls.unlock, driver, { id, password }),
  ])
    if (answer.code !== 200) throw new Error(`the control password was refused: ${answer.msg}`);
}

/** Says that it is ready to be driven, accepts every command and acknowledges every frame. */
function obey(robot: TestRobot): () => void {
  robot.client.on('message', (topic, payload) => {
    if (topic.endsWith('/xDrive')) acknowledge(payload);
    if (!topic.endsWith('/xCommand')) return;
    const { commandId } = JSON.parse(payload.toString()) as { commandId: string };
    const body = { commandId, status: 'SUCCEEDED', code: '' };
    void robot.say('xReply', robot.durable(body), 1).catch(() => {});
  });
  // A driver whose robot acknowledges nothing counts as slow, and the drive ends.
  const acknowledge = (payload: Buffer) => {
    const { sessionId, seq, v } = JSON.parse(payload.toString()) as {
      sessionId: string;
      seq: number;
      v: number;
    };
    const ack = { sessionId, lastSeq: seq, rxGapMs: 0, v, limited: 'NONE', halted: false };
    void robot.say('xDriveAck', ack).catch(() => {});
  };
  const sayAll = async () => {
    await robot.say('connection', { connectionState: 'ONLINE' }, 1);
    await robot.say('factsheet', factsheet, 1);
    await robot.say('xTelemetry', { mode: 'MANUAL_RUN', modePaused: false }, 1);
    await robot.say('state', idleState, 1);
  };
  const timer = setInterval(() => void sayAll().catch(() => {}), 1_000);
  return () => clearInterval(timer);
}

/** Drives the robot from a page of the server at this port. Returns how long each frame took that arrived. */
async function drive(port: number, robot: TestRobot): Promise<number[]> {
  const url = `http://127.0.0.1:${port}`;
  const { deviceId: id } = robot.device;
  const open = async () => {
    const answer = await sendOverHttp(url, deviceControlCalls.open, driver, { id });
    return answer.code === 200 && answer.data;
  };
  const { sessionId } = await eventually(open, 'the drive to be opened', patienceMs);
  const page = new WebSocket(`ws://127.0.0.1:${port}/service/ws/${encodeURIComponent(driver.token)}`);
  await new Promise<void>((done, fail) => {
    page.addEventListener('open', () => done());
    page.addEventListener('error', () => fail(new Error('the socket was refused')));
  });
  const sentMs = new Map<number, number>();
  const tookMs: number[] = [];
  const arrive = (topic: string, payload: Buffer) => {
    if (!topic.endsWith('/xDrive')) return;
    // Its speed names the frame.
    const { v } = JSON.parse(payload.toString()) as { v: number };
    const fromMs = sentMs.get(v);
    if (fromMs !== undefined) tookMs.push(performance.now() - fromMs);
  };
  robot.client.on('message', arrive);
  for (let seq = 0; seq < frames; seq += 1, await pause(everyMs)) {
    const v = (seq + 1) / 10_000;
    sentMs.set(v, performance.now());
    page.send(JSON.stringify({ drive: { session: sessionId, seq, at: Date.now(), deadman: true, v, w: 0 } }));
  }
  await pause(500);
  robot.client.off('message', arrive);
  page.close();
  await sendOverHttp(url, deviceControlCalls.close, driver, { id, resume: false });
  if (tookMs.length < frames * 0.9) throw new Error(`only ${tookMs.length} of ${frames} frames arrived`);
  return tookMs;
}

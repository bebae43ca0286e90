import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import mqtt, { type MqttClient } from 'mqtt';
import { eventually, idleState } from '../../apps/server/src/robots/test-kit/test-robot.ts';
import { addBenchCompany, firstOf, register } from '../fleet/members.ts';
import { median, type Measure } from '../measure/report.ts';
import type { Stage } from '../servers.ts';
import type { GatewayJob, Usage } from './gateway-process.ts';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const warmRounds = 2;
const robotCount = 300;
const seconds = 6;
/** States published in each step of ten milliseconds. */
const perStep = 15;
const patienceMs = 60_000;

/**
 * Processor time of the servers for a state, of an installation of three against one of a single server. Both run all the time and
 * take turns: a server that has just started runs code that is not compiled yet.
 */
export async function measureShare(stage: Stage): Promise<Measure> {
  const [three, one] = [await anInstallation(stage, 3), await anInstallation(stage, 1)];
  for (let round = 0; round < warmRounds; round += 1)
    for (const side of [three, one]) await cpuPerState(side);
  const perState = { three: [] as number[], one: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    perState.three.push(await cpuPerState(three));
    perState.one.push(await cpuPerState(one));
  }
  for (const { client, servers } of [three, one]) {
    await client.endAsync(true);
    for (const server of servers) await ended(server);
  }
  const us = (side: keyof typeof perState) => `${(median(perState[side]) * 1000).toFixed(0)} µs`;
  return {
    goalName: 'servers',
    what: 'processor time for a state of a robot, three servers against one',
    value: median(perState.three.map((ms, round) => ms / perState.one[round]!)),
    unit: '×',
    goal: 1.3,
    good: 'atMost',
    detail: `${us('three')} against ${us('one')}, ${robotCount} robots, ${perStep * 100} states a second`,
  };
}

interface Installation {
  servers: ChildProcess[];
  client: MqttClient;
  sns: string[];
}

/** Servers on a broker and a database of their own. */
async function anInstallation({ broker, database, start }: Stage, count: number): Promise<Installation> {
  const [mqttUrl, databaseUrl] = [await broker(), await database(`share${count}`)];
  const robots = await register(databaseUrl, await addBenchCompany(databaseUrl), robotCount);
  const job: GatewayJob = { databaseUrl, mqttUrl, isFenced: true };
  const servers: ChildProcess[] = [];
  for (let n = 0; n < count; n += 1) servers.push((await start('servers/gateway-process.ts', [], job)).child);
  const client = await mqtt.connectAsync(mqttUrl, { clientId: 'robots' });
  return { servers, client, sns: robots.map(({ sn }) => sn) };
}

async function cpuPerState({ servers, client, sns }: Installation): Promise<number> {
  let sent = 0;
  const step = () => {
    for (let i = 0; i < perStep; i += 1, sent += 1) sayState(client, sns[sent % sns.length]!, sent);
  };
  const usages = () => Promise.all(servers.map(usageOf));
  const sum = (all: readonly Usage[], of: keyof Usage) => all.reduce((total, usage) => total + usage[of], 0);
  // Every robot has one owner before the measurement begins.
  const isComplete = async () => {
    step();
    return sum(await usages(), 'online') === sns.length;
  };
  await eventually(isComplete, 'each robot to be online at one server', patienceMs);
  await pause(1_000);
  const before = sum(await usages(), 'cpuMs');
  sent = 0;
  for (const startedMs = performance.now(); performance.now() - startedMs < seconds * 1000;) {
    step();
    await pause(10);
  }
  await pause(500);
  return (sum(await usages(), 'cpuMs') - before) / sent;
}

function sayState(client: MqttClient, sn: string, count: number): void {
  const position = { ...idleState.mobileRobotPosition, x: count / 100 };
  const header = { headerId: count, timestamp: new Date().toISOString(), version: '3.0.0' };
  const own = { ...header, manufacturer: 'JBOT', serialNumber: sn, mobileRobotPosition: position };
  client.publish(`vda5050/v3/JBOT/${sn}/state`, JSON.stringify({ ...idleState, ...own }), { qos: 0 });
}

async function usageOf(child: ChildProcess): Promise<Usage> {
  const answer = firstOf<Usage>(child);
  child.send('usage');
  return await answer;
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.send('stop');
  await exit;
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import mqtt, { type MqttClient } from 'mqtt';
import { eventually, idleState } from '../../apps/server/src/robots/test-kit/test-robot.ts';
import { addBenchCompany, firstOf, register } from '../fleet/members.ts';
import { median, type Measure } from '../measure/report.ts';
import type { Stage } from '../servers.ts';
import type { GatewayJob, Usage } from './gateway-process.ts';
import type { SubscriberJob } from './subscriber-process.ts';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const warmRounds = 2;
const robotCount = 300;
const seconds = 5;
const stepMs = 10;
const statesASecond = { usual: 1_500, threeTimes: 4_500, many: 10_000 };
const patienceMs = 60_000;

/**
 * Processor time of the servers for a state, of an installation of three against one of a single server. All run all the time and
 * take turns: a server that has just started runs code that is not compiled yet. Bare subscribers take their turns, too: they share
 * nothing, so what three of them need above one is the price of the wake-ups and no work of the servers.
 */
export async function measureShare(stage: Stage): Promise<Measure[]> {
  const sides = {
    three: await anInstallation(stage, 3),
    one: await anInstallation(stage, 1),
    bareThree: await bareSubscribers(stage, 3),
    bareOne: await bareSubscribers(stage, 1),
  };
  const turns = {
    three: () => cpuPerState(sides.three, statesASecond.usual),
    one: () => cpuPerState(sides.one, statesASecond.usual),
    bareThree: () => cpuPerState(sides.bareThree, statesASecond.usual),
    bareOne: () => cpuPerState(sides.bareOne, statesASecond.usual),
    threeOfThreeTimes: () => cpuPerState(sides.three, statesASecond.threeTimes),
    threeOfMany: () => cpuPerState(sides.three, statesASecond.many),
    oneOfMany: () => cpuPerState(sides.one, statesASecond.many),
  };
  const names = Object.keys(turns) as (keyof typeof turns)[];
  const perStateMs = Object.fromEntries(names.map((name) => [name, [] as number[]])) as PerState;
  for (let round = -warmRounds; round < rounds; round += 1)
    for (const name of names) {
      const ms = await turns[name]();
      if (round >= 0) perStateMs[name].push(ms);
    }
  for (const { client, servers } of Object.values(sides)) {
    await client.endAsync(true);
    for (const server of servers) await ended(server);
  }
  return measuresOf(perStateMs);
}

type Turn = 'three' | 'one' | 'bareThree' | 'bareOne' | 'threeOfThreeTimes' | 'threeOfMany' | 'oneOfMany';
type PerState = Record<Turn, number[]>;

function measuresOf(perStateMs: PerState): Measure[] {
  const ratio = (side: Turn, against: Turn) =>
    median(perStateMs[side].map((ms, round) => ms / perStateMs[against][round]!));
  const us = (turn: Turn) => `${(median(perStateMs[turn]) * 1000).toFixed(0)} µs`;
  const measure = (what: string, side: Turn, against: Turn, more: string): Measure => ({
    goalName: 'servers',
    what: `processor time for a state of a robot, three servers${what} against one`,
    value: ratio(side, against),
    unit: '×',
    goal: 1.3,
    good: 'atMost',
    detail: `${us(side)} against ${us(against)}, ${robotCount} robots, ${more}`,
  });
  const { usual, threeTimes, many } = statesASecond;
  const bare = `bare subscribers ${ratio('bareThree', 'bareOne').toFixed(2)} × (${us('bareThree')} against ${us('bareOne')})`;
  return [
    measure('', 'three', 'one', `${usual} states a second; ${bare}`),
    measure(
      ' with three times the states',
      'threeOfThreeTimes',
      'one',
      `${threeTimes} states a second against ${usual}`,
    ),
    measure(` at ${many} states a second`, 'threeOfMany', 'oneOfMany', `${many} states a second`),
  ];
}

/** Servers or subscribers, and the sender of the states that they share. */
interface Side {
  servers: ChildProcess[];
  client: MqttClient;
  sns: string[];
}

/** Servers on a broker and a database of their own. */
async function anInstallation({ broker, database, start }: Stage, count: number): Promise<Side> {
  const [mqttUrl, databaseUrl] = [await broker(), await database(`share${count}`)];
  const robots = await register(databaseUrl, await addBenchCompany(databaseUrl), robotCount);
  const job: GatewayJob = { databaseUrl, mqttUrl, isFenced: true };
  const servers: ChildProcess[] = [];
  for (let n = 0; n < count; n += 1) servers.push((await start('servers/gateway-process.ts', [], job)).child);
  const client = await mqtt.connectAsync(mqttUrl, { clientId: 'robots' });
  return { servers, client, sns: robots.map(({ sn }) => sn) };
}

/** Subscribers on a broker of their own; each has its part of the robots. */
async function bareSubscribers({ broker, start }: Stage, count: number): Promise<Side> {
  const mqttUrl = await broker();
  const sns = Array.from({ length: robotCount }, (_, n) => `BARE${n}`);
  const servers: ChildProcess[] = [];
  for (let n = 0; n < count; n += 1) {
    const topics = sns.filter((_, robot) => robot % count === n).map(stateTopicOf);
    const job: SubscriberJob = { mqttUrl, topics };
    servers.push((await start('servers/subscriber-process.ts', [], job)).child);
  }
  return { servers, client: await mqtt.connectAsync(mqttUrl, { clientId: 'robots' }), sns };
}

async function cpuPerState({ servers, client, sns }: Side, perSecond: number): Promise<number> {
  let sent = 0;
  const sayUntil = (count: number) => {
    for (; sent < count; sent += 1) sayState(client, sns[sent % sns.length]!, sent);
  };
  const usages = () => Promise.all(servers.map(usageOf));
  const sum = (all: readonly Usage[], of: keyof Usage) => all.reduce((total, usage) => total + usage[of], 0);
  // Every robot has one owner before the measurement begins.
  const isComplete = async () => {
    sayUntil(sent + statesASecond.usual / 100);
    return sum(await usages(), 'online') === sns.length;
  };
  await eventually(isComplete, 'each robot to be online at one server', patienceMs);
  await pause(1_000);
  const before = sum(await usages(), 'cpuMs');
  sent = 0;
  const startedMs = performance.now();
  for (let step = 1; step * stepMs <= seconds * 1000; step += 1) {
    sayUntil(Math.round((step * stepMs * perSecond) / 1000));
    await pause(Math.max(0, startedMs + step * stepMs - performance.now()));
  }
  await pause(500);
  return (sum(await usages(), 'cpuMs') - before) / sent;
}

const stateTopicOf = (sn: string) => `vda5050/v3/JBOT/${sn}/state`;

function sayState(client: MqttClient, sn: string, count: number): void {
  const position = { ...idleState.mobileRobotPosition, x: count / 100 };
  const header = { headerId: count, timestamp: new Date().toISOString(), version: '3.0.0' };
  const own = { ...header, manufacturer: 'JBOT', serialNumber: sn, mobileRobotPosition: position };
  client.publish(stateTopicOf(sn), JSON.stringify({ ...idleState, ...own }), { qos: 0 });
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

import { setTimeout as pause } from 'node:timers/promises';
import { topics } from '@sweepline/contract';
import mqtt, { type MqttClient } from 'mqtt';
import postgres from 'postgres';
import { connectionOf } from '../../apps/server/src/platform/embedded/connection.ts';
import { eventually, idleState } from '../../apps/server/src/robots/test-kit/test-robot.ts';
import { seedManyDevices, smallFleet } from '../../seeds/many-devices.ts';
import { quantile, type Measure } from '../measure/report.ts';
import type { Stage } from '../servers.ts';
import { anInstallation } from './installation.ts';

const changes = Number(process.env['CHANGES'] ?? 1_500);
const betweenMs = 20;
const patienceMs = 60_000;
const tokenOf = (n: number) => `token of company ${n}`;
const snOf = (n: number) => `D${String(n).padStart(8, '0')}`;

interface Browser {
  /** The time of the last push about a robot, by serial number and state. */
  seen: Map<string, number>;
  close(): void;
}

/**
 * The time from a robot's message, which makes it online or offline, to a browser: through the server that owns the robot, and
 * through another one. A browser on each server sees every robot, so each change is measured on both ways.
 */
export async function measurePushes(stage: Stage): Promise<Measure> {
  const { database, mqttUrl } = stage;
  const databaseUrl = await database('pushes');
  await seedManyDevices(databaseUrl, { ...smallFleet, password: 'password of the bench', tokenOf });
  const startServer = await anInstallation(stage, 'pushes', databaseUrl);
  const server = async () => {
    const { child, port } = await startServer();
    return { child, browser: await aBrowser(port) };
  };
  const [one, two] = [await server(), await server()];
  const client = await mqtt.connectAsync(mqttUrl, { clientId: 'robots' });
  const sns = Array.from({ length: smallFleet.devices }, (_, n) => snOf(n));
  const isSeen = (sn: string, state: boolean) =>
    [one, two].every(({ browser }) => browser.seen.has(`${sn} ${state}`));
  for (const sn of sns)
    await eventually(
      async () => {
        say(client, sn, true);
        await pause(100);
        return isSeen(sn, true);
      },
      `${sn} on both pages`,
      patienceMs,
    );
  const owners = await ownersOf(databaseUrl);

  const tookMs = { own: [] as number[], other: [] as number[] };
  for (let change = 0; change < changes; change += 1) {
    const sn = sns[change % sns.length]!;
    const isOnline = Math.floor(change / sns.length) % 2 === 1;
    for (const { browser } of [one, two]) browser.seen.delete(`${sn} ${isOnline}`);
    const sentMs = performance.now();
    say(client, sn, isOnline);
    await eventually(() => isSeen(sn, isOnline), `the change of ${sn}`, patienceMs);
    for (const { child, browser } of [one, two]) {
      const way = owners.get(sn)?.endsWith(` ${child.pid}`) ? 'own' : 'other';
      tookMs[way].push(browser.seen.get(`${sn} ${isOnline}`)! - sentMs);
    }
    await pause(betweenMs);
  }
  for (const { browser, child } of [one, two]) {
    browser.close();
    child.kill('SIGKILL');
  }
  await client.endAsync(true);
  return measureOf(tookMs);
}

function measureOf({ own, other }: Record<'own' | 'other', number[]>): Measure {
  const at = (times: readonly number[], share: number) => quantile(times, share).toFixed(1);
  const of = (times: readonly number[]) => `${at(times, 0.99)} ms (p50 ${at(times, 0.5)} ms)`;
  return {
    goalName: 'servers',
    what: 'state of a robot to a browser, through another server against its owner, p99',
    value: quantile(other, 0.99) / quantile(own, 0.99),
    unit: '×',
    goal: 2,
    good: 'atMost',
    detail: `${of(other)} against ${of(own)}, ${own.length} changes`,
  };
}

async function aBrowser(port: number): Promise<Browser> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/service/ws/${encodeURIComponent(tokenOf(0))}`);
  const seen = new Map<string, number>();
  socket.addEventListener('message', ({ data }) => {
    const at = performance.now();
    const frame = JSON.parse(String(data)) as { topic: string; content: { sn: string; online: boolean } };
    if (frame.topic === topics.online.name) seen.set(`${frame.content.sn} ${frame.content.online}`, at);
  });
  await new Promise<void>((done, fail) => {
    socket.addEventListener('open', () => done());
    socket.addEventListener('error', () => fail(new Error('the socket was refused')));
  });
  socket.send(JSON.stringify({ subscribe: topics.online.name }));
  return { seen, close: () => socket.close() };
}

/** A robot that says it leaves is offline at once; one that sends its state is online. */
function say(client: MqttClient, sn: string, isOnline: boolean): void {
  const header = { headerId: Date.now() % 2 ** 31, timestamp: new Date().toISOString(), version: '3.0.0' };
  const own = { ...header, manufacturer: 'JBOT', serialNumber: sn };
  const publish = (topic: string, message: object) =>
    client.publish(`vda5050/v3/JBOT/${sn}/${topic}`, JSON.stringify({ ...own, ...message }), { qos: 1 });
  publish('connection', { connectionState: isOnline ? 'ONLINE' : 'OFFLINE' });
  if (isOnline) publish('state', idleState);
}

/** The name of the server that owns each robot, by serial number; it ends with the id of the process. */
export async function ownersOf(databaseUrl: string): Promise<Map<string, string>> {
  const [address, options] = connectionOf(databaseUrl);
  const sql = postgres(address, { ...options, max: 1 });
  const rows = await sql<{ sn: string; name: string }[]>`
    select sn, servers.name from devices
    join shards on shard = get_byte(uuid_send(devices.id), 15) join servers on servers.id = shards.server_id`;
  await sql.end();
  return new Map(rows.map(({ sn, name }) => [sn, name]));
}

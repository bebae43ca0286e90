import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { downTopicNames, downTopics, isUpTopic, upTopicNames, upTopics } from '@sweepline/contract/robot';
import { expect } from 'vitest';
import { newId } from '../../platform/runtime/ids.ts';
import type { aGateway } from './test-gateway.ts';
import { eventually, idleState, TestRobot, type Registered } from './test-robot.ts';

const examples = resolve(import.meta.dirname, '../../../../../docs/protocol/examples');
const names = [...upTopicNames, ...downTopicNames];

const wildcards = ['#', '+/#', 'vda5050/#', '+/+/+/+/+', 'vda5050/v3/JBOT/#', '$share/all/vda5050/#'];
const filtersOf = (victim: Registered) => [
  ...names.map((name) => `${TestRobot.base(victim)}/${name}`),
  ...[`${TestRobot.base(victim)}/#`, `+/+/+/${victim.sn}/+`, ...wildcards],
  ...downTopicNames.map((name) => `vda5050/v3/JBOT/+/${name}`),
];

/** The example message of a topic as if the other robot had sent or received it. */
function messageOf(name: string, victim: Registered): string {
  const example = JSON.parse(readFileSync(join(examples, `${name}.json`), 'utf8')) as Record<string, unknown>;
  const own = 'msgId' in example ? { msgId: newId() } : {};
  return JSON.stringify({ ...example, ...TestRobot.header(victim, 1_000), ...own });
}

/** Sends a durable message and waits for the server's answer. */
async function sayAcknowledged(robot: TestRobot): Promise<void> {
  const message = robot.durable({ alarmId: newId(), event: 'RAISED', code: '20103', level: 2 });
  await robot.say('xAlarm', message, 1);
  await robot.waitForMessage('xAck', ({ acks }) => (acks as string[]).includes(message.msgId));
}

/** The database of a test, as far as the walk reads it. */
interface Tables {
  asOwner<T>(work: (sql: { unsafe(text: string): PromiseLike<readonly object[]> }) => Promise<T>): Promise<T>;
}

const tablesOfRobots = `select c.relname as name, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and (a.attname in ('device_id', 'serial_number') or c.relname in ('devices', 'device_live') and a.attname = 'id')`;

/** What is stored about a robot: the number of rows and a digest of each table that names robots. */
const storedOf = (database: Tables, { deviceId, sn }: Registered) =>
  database.asOwner(async (sql) => {
    // The statement names the columns.
    const tables = (await sql.unsafe(tablesOfRobots)) as { name: string; column: string }[];
    expect(tables.length).toBeGreaterThan(30);
    const digests = tables.map(
      ({
        name,
        column,
      }) => `select '${name}' as name, count(*)::int, md5(string_agg(t::text, '|' order by t::text))
      from ${name} t where ${column}::text in ('${deviceId}', '${sn}')`,
    );
    return [...(await sql.unsafe(`${digests.join(' union all ')} order by 1`))];
  });

interface Walk {
  database: Tables;
  running: Awaited<ReturnType<typeof aGateway>>;
  /** Connects a robot with its own credential, and whatever else it sends. */
  connect: (device: Registered, clientId?: string) => Promise<TestRobot>;
  attacker: Registered;
  victim: Registered;
}

/**
 * A robot with its own credential subscribes to every topic of a robot of another company and sends on each of them. Nothing may arrive
 * at either of them or be stored about the other one. Both robots exchange messages with the server, which proves that the walk is alive.
 */
export async function tryForeignTopics({ database, running, connect, attacker, victim }: Walk) {
  expect(attacker.companyId).not.toBe(victim.companyId);
  const other = await connect(victim);
  const before = await storedOf(database, victim);
  const thief = await connect(attacker, victim.sn);
  const topics: string[] = [];
  thief.client.on('message', (topic) => void topics.push(topic));
  // A broker may refuse a subscription, or accept it and deliver nothing.
  for (const filter of filtersOf(victim))
    await thief.client.subscribeAsync(filter, { qos: 1 }).catch(() => {});
  for (const name of names) {
    const { retain } = isUpTopic(name) ? upTopics[name] : downTopics[name];
    await thief.client.publishAsync(`${TestRobot.base(victim)}/${name}`, messageOf(name, victim), {
      qos: 1,
      retain,
    });
  }
  // A message on each stream of the server follows: what came before it has been handled.
  await thief.say('state', idleState, 1);
  await thief.say('xTelemetry', { mode: 'STANDBY', modePaused: false }, 1);
  await sayAcknowledged(thief);
  await eventually(() => {
    const live = running.gateway.live(attacker.deviceId);
    return live?.battery && live.tanks;
  }, 'the messages of the robot itself');

  expect(thief.client.connected).toBe(true);
  expect(other.client.connected).toBe(true);
  expect(running.gateway.live(victim.deviceId)?.connection.lastSeenAt ?? null).toBeNull();
  expect(await storedOf(database, victim)).toEqual(before);
  expect(other.received).toEqual([]);

  // What the server and the other robot say to each other.
  await other.say('connection', { connectionState: 'ONLINE' }, 1);
  await sayAcknowledged(other);
  await sayAcknowledged(thief);
  expect(topics.filter((topic) => topic.includes(victim.sn))).toEqual([]);
  expect(topics.filter((topic) => topic.includes(attacker.sn))).not.toEqual([]);
  expect(await storedOf(database, victim)).not.toEqual(before);
  await Promise.all([thief.leave(), other.leave()]);
}

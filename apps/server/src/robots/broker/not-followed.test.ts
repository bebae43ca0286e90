import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { Aedes, type Client } from 'aedes';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import type { Registered } from '../test-kit/test-gateway.ts';
import { aCompany, aDevice, aGateway, eventually, introduce, TestRobot } from '../test-kit/test-gateway.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await makeDatabase()));
afterAll(async () => await database.close());

const isServer = (client: Client | null) => client?.id.startsWith('test-') ?? false;

/** An outside broker with rules for the servers, which a test can change. */
interface Rules {
  refuses: (filter: string) => boolean;
  withholds: (topic: string) => boolean;
  onPublish: (packet: { topic: string }) => Error | null;
  /** The name that the broker has for a topic. */
  topicOf: (topic: string) => string;
}
const noRules: Rules = {
  refuses: () => false,
  withholds: () => false,
  onPublish: () => null,
  topicOf: (topic) => topic,
};

async function aBroker(given: Partial<Rules> = {}) {
  const rules = { ...noRules, ...given };
  const broker = await Aedes.createBroker({
    authorizeSubscribe: (client, subscription, done) =>
      done(
        null,
        isServer(client) && rules.refuses(subscription.topic)
          ? null
          : { ...subscription, topic: rules.topicOf(subscription.topic) },
      ),
    authorizeForward: (client, packet) => (isServer(client) && rules.withholds(packet.topic) ? null : packet),
    authorizePublish: (client, packet, done) => {
      packet.topic = rules.topicOf(packet.topic);
      done(isServer(client) ? rules.onPublish(packet) : null);
    },
  });
  const listener = createServer(broker.handle).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(async () => {
    await new Promise<void>((done) => broker.close(done));
    listener.close();
  });
  return { rules, url: `mqtt://127.0.0.1:${(listener.address() as AddressInfo).port}` };
}

/** A gateway on that broker, and what it writes to its log. */
async function aServer(url: string) {
  const warnings: unknown[] = [];
  const log = {
    info: () => {},
    warn: (details: object, message: string) => void warnings.push({ ...details, message }),
    error: (details: object) => void expect.unreachable(JSON.stringify(details)),
  };
  const running = await aGateway(database.db, { mqttUrl: url, log, timing: { brokerProbeMs: 100 } });
  onTestFinished(() => running.gateway.stop());
  return { ...running, warnings };
}

const someDevices = async (count: number, overrides: Partial<Registered> = {}) => {
  const companyId = await aCompany(database.db);
  return await Promise.all(Array.from({ length: count }, () => aDevice(database.db, companyId, overrides)));
};

test('robots whose subscriptions the broker refuses are named in log, metrics and signs, until it grants them', async () => {
  const [refused, granted] = (await someDevices(2)) as [Registered, Registered];
  const { rules, url } = await aBroker({ refuses: (filter) => filter.includes(refused.sn) });
  const running = await aServer(url);
  const missing = { count: 1, serialNumbers: [refused.sn], topics: [] };
  await eventually(() => isDeepStrictEqual(running.gateway.notFollowed(), missing), 'the refused robot');
  await eventually(() => running.warnings.length > 0, 'the log');
  expect(running.warnings).toEqual([
    { ...missing, message: 'the broker does not deliver messages of robots to this server' },
  ]);
  const metrics = await running.gateway.metrics.metrics();
  expect(metrics).toContain('robots_not_followed 1');
  expect(metrics).toContain(`robot_not_followed{serial_number="${refused.sn}"} 1`);
  await introduce(running, await TestRobot.connect(url, granted));

  rules.refuses = () => false;
  await eventually(() => running.gateway.notFollowed() === undefined, 'the subscription to be sent again');
  await introduce(running, await TestRobot.connect(url, refused));
});

test('a topic that is never delivered is named also while the broker refuses the subscriptions of a robot', async () => {
  const [refused] = (await someDevices(1)) as [Registered];
  const { url } = await aBroker({
    refuses: (filter) => filter.includes(refused.sn),
    withholds: (topic) => topic.endsWith('/xAlarm'),
  });
  const { gateway } = await aServer(url);
  await eventually(() => gateway.notFollowed()?.topics.includes('xAlarm'), 'the missing topic');
  expect(gateway.notFollowed()!.topics).toEqual(['xAlarm']);
});

test('a topic that the broker grants and never delivers is named with all robots', async () => {
  const devices = await someDevices(2);
  const { rules, url } = await aBroker({ withholds: (topic) => topic.endsWith('/xAlarm') });
  const { gateway } = await aServer(url);
  await eventually(() => gateway.notFollowed(), 'the missing topic');
  expect(gateway.notFollowed()).toMatchObject({ topics: ['xAlarm'] });
  expect(gateway.notFollowed()!.serialNumbers).toEqual(expect.arrayContaining(devices.map(({ sn }) => sn)));
  expect(await gateway.metrics.metrics()).toContain('topic_not_delivered{topic="xAlarm"} 1');
  rules.withholds = () => false;
  await eventually(() => gateway.notFollowed() === undefined, 'the topic to be delivered');
});

test('a broker that delivers everything keeps no robot from the server, and dots in names', async () => {
  await someDevices(1);
  const { gateway, warnings } = await aServer((await aBroker()).url);
  await eventually(() => gateway.keepsDots() !== undefined, 'the answer about dots');
  expect(gateway.keepsDots()).toBe(true);
  expect([gateway.notFollowed(), warnings]).toEqual([undefined, []]);
});

const brokers: Record<string, Partial<Rules>> = {
  'makes two levels of a dot': { topicOf: (topic) => topic.replaceAll('.', '/') },
  'closes the connection at a dot': {
    onPublish: ({ topic }) => (topic.includes('.') ? new Error('no dots') : null),
  },
  'loses what has a dot': { withholds: (topic) => topic.includes('.') },
};
for (const [does, rules] of Object.entries(brokers))
  test(`a broker that ${does} is known for it, and robots with a dot in a name are named`, async () => {
    const [plain] = await someDevices(1);
    const [bySn] = await someDevices(1, { sn: `T.${crypto.randomUUID().slice(0, 8)}` });
    const [byMaker] = await someDevices(1, { manufacturer: 'ACME.Robotics' });
    const { gateway } = await aServer((await aBroker(rules)).url);
    await eventually(() => gateway.keepsDots() !== undefined, 'the answer about dots');
    expect(gateway.keepsDots()).toBe(false);
    const named = gateway.notFollowed()!.serialNumbers;
    expect(named).toEqual(expect.arrayContaining([bySn!.sn, byMaker!.sn]));
    expect(named).not.toContain(plain!.sn);
  });

test('a broker that ends connections at the messages of the server to itself is not asked for ever', async () => {
  await someDevices(1);
  const { url } = await aBroker({ onPublish: () => new Error('read only') });
  const { gateway, warnings } = await aServer(url);
  await eventually(
    () => warnings.some((it) => JSON.stringify(it).includes('rules are not proven')),
    'the log of the refused messages',
  );
  expect(gateway.keepsDots()).toBeUndefined();
});

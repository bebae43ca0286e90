import { setTimeout as sleep } from 'node:timers/promises';
import { isUpTopic, parseTopic, type DeviceAddress, type UpTopic } from '@sweepline/contract/robot';
import { randomFrom } from '../../random.ts';
import { Link } from '../../wire/connection/link.ts';
import { goodNet } from '../../wire/connection/net-profile.ts';
import { Envelopes } from '../../wire/messages/envelope.ts';
import type { Options } from '../args.ts';
import { UsageError } from '../option-values.ts';
import { printer } from '../print.ts';
import { isRepeated, newIdsFor, renewed } from './renew.ts';
import { readRecording, type RecordedMessage } from './recording.ts';

const connectMs = 30_000;

/** A message to publish, with the address of its robot. */
interface Planned extends RecordedMessage {
  address: DeviceAddress;
  name: UpTopic;
}

/** A recorded robot that publishes again. */
interface ReplayedRobot {
  link: Link;
  connected: Promise<void>;
}

/**
 * Publishes the messages of recorded robots with their timing. Ids of a session are new and times are moved, so that a server
 * takes them as new messages. Returns the exit status.
 */
export async function replay(options: Options): Promise<number> {
  const { file = '', speedup } = options;
  const print = printer(options.log);
  const { startedAt, messages } = readRecording(file);
  const plan = messages.filter(isRepeated).map((message) => planned(message, file));
  if (plan.length === 0) throw new UsageError(`${file}: no messages of a robot`);
  const robots = new Map<string, ReplayedRobot>();
  for (const message of plan) {
    const { serialNumber: sn } = message.address;
    if (!robots.has(sn))
      robots.set(
        sn,
        connect(options, message, (text) => print({ sn }, text)),
      );
  }
  const connected = Promise.all([...robots.values()].map((robot) => robot.connected)).then(() => true);
  const isConnected = await Promise.race([connected, sleep(connectMs, false, { ref: false })]);
  if (isConnected) {
    print({}, `replaying ${plan.length} messages of ${robots.size} robots`);
    await publish(plan, robots, Date.parse(startedAt), speedup);
  }
  await Promise.all([...robots.values()].map(({ link }) => link.close()));
  print({}, isConnected ? 'replayed' : 'no connection to the broker');
  return isConnected ? 0 : 1;
}

async function publish(
  plan: readonly Planned[],
  robots: ReadonlyMap<string, ReplayedRobot>,
  recordedMs: number,
  speedup: number,
): Promise<void> {
  const ids = newIdsFor(plan);
  const [startMs, firstMs] = [Date.now(), plan[0]?.ms ?? 0];
  for (const { ms, address, name, topic, qos, retain, payload } of plan) {
    const waitMs = startMs + (ms - firstMs) / speedup - Date.now();
    if (waitMs > 0) await sleep(waitMs);
    const moved = renewed(payload, ids, Date.now() - recordedMs - ms);
    robots.get(address.serialNumber)?.link.send({ topic, name, payload: moved, qos, retain });
  }
}

function planned(message: RecordedMessage, file: string): Planned {
  const { topic } = message;
  const parsed = parseTopic(topic, [topic.split('/')[0] ?? '']);
  if (!parsed.ok || !isUpTopic(parsed.address.name))
    throw new UsageError(`${file}: ${topic} is no topic of a robot`);
  const { name, ...address } = parsed.address;
  return { ...message, address, name };
}

function connect(
  { url, user, password, ca }: Options,
  { address, payload }: Planned,
  log: (text: string) => void,
): ReplayedRobot {
  const { promise, resolve } = Promise.withResolvers<void>();
  const isV2 = address.major === 'v2';
  // The first message of a robot has its version; without one the server refuses the last will only.
  const { version = '3.0.0' } = recordedBody(payload);
  const envelopes = new Envelopes({ ...address, version });
  const connectionState = isV2 ? 'CONNECTIONBROKEN' : 'CONNECTION_BROKEN';
  const link = new Link({
    url,
    user: user ?? address.serialNumber,
    password,
    tls: ca === undefined ? undefined : { ca },
    address,
    plain: isV2,
    net: goodNet,
    random: randomFrom(1),
    will: () => envelopes.wrap('connection', { connectionState }, Date.now()),
    connected: resolve,
    disconnected: () => undefined,
    received: () => undefined,
    status: undefined,
    unbound: () => undefined,
    log,
  });
  link.open();
  return { link, connected: promise };
}

function recordedBody(payload: string): { version?: string } {
  try {
    // Any field may be missing in a recording.
    return JSON.parse(payload) as { version?: string };
  } catch {
    return {};
  }
}

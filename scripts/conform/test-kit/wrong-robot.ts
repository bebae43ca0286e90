import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { hashOf } from '../../../apps/server/src/features/devices/settings/section-service.ts';
import { TestRobot, type Registered } from '../../../apps/server/src/robots/test-kit/test-robot.ts';
import { cutPower, startSimulator } from '../../../apps/server/src/robots/test-kit/test-simulator.ts';
import { Aedes, type Client } from 'aedes';
import mqtt, { type MqttClient } from 'mqtt';

type Body = Record<string, unknown>;
/** Changes a message on its way; undefined drops it. */
type Change = (name: string, body: Body) => Body | undefined;

/** Both sides of the line are programs of this repository. */
const jsonOf = (payload: Buffer | string) => JSON.parse(payload.toString()) as Body;

/** A dead-man switch that holds on for so long after the last message. */
const holdsMs = 1_800;
/** Shorter than the watchdog of the simulator, longer than the pause between two messages. */
const silentMs = 350;

/** What the robot does with the messages that it sends. */
function wrongUp(): Change {
  const sent = new Set<unknown>();
  return (name, body) => {
    const { msgId, errors } = body;
    // It never repeats a durable message, not even as the answer to a repeated command.
    if (msgId !== undefined && sent.has(msgId)) return undefined;
    if (msgId !== undefined) sent.add(msgId);
    if (name === 'xReported') return { ...body, streamKinds: ['SSH'], sshHostKey: 'ssh-ed25519 no key' };
    if (name === 'xTelemetry') return { ...body, headerId: 7 };
    if (name === 'state' && Array.isArray(errors)) return { ...body, errors: errors.map(withoutUpdateId) };
    return typeof msgId === 'string' ? { ...body, msgId: msgId.toUpperCase() } : body;
  };
}

const withoutUpdateId = (error: { errorReferences?: { referenceKey: string }[] }) => ({
  ...error,
  ...(error.errorReferences && {
    errorReferences: error.errorReferences.filter(({ referenceKey }) => referenceKey !== 'orderUpdateId'),
  }),
});

/** What the robot does with the messages that it gets. */
function wrongDown(): Change {
  const numbers = new Map<unknown, number>();
  const hour = 3_600_000;
  return (name, body) => {
    if (name === 'zoneSet') return undefined;
    if (name === 'xAck') return { ...body, acks: (body['acks'] as string[]).map((id) => id.toLowerCase()) };
    if (name === 'xDesired') return { ...body, sections: withRightHash(body['sections'] as Sections) };
    if (name !== 'xCommand') return body;
    // No command is stale, and none expires.
    const laneSeq = numbers.get(body['commandId']) ?? numbers.size + 1;
    numbers.set(body['commandId'], laneSeq);
    return { ...body, laneSeq, ttlMs: hour, expiresAt: new Date(Date.now() + hour).toISOString() };
  };
}

type Sections = Record<string, { hash: string; inline?: unknown }>;
const withRightHash = (sections: Sections): Sections =>
  Object.fromEntries(
    Object.entries(sections).map(([name, section]) => [name, { ...section, hash: hashOf(section.inline) }]),
  );

/**
 * A robot that breaks rules: the simulator behind a line that changes its messages in both directions. It has no last will.
 */
export async function startWrongRobot(
  device: Registered,
  mqttUrl: string,
): Promise<{ stop(): Promise<void> }> {
  /** The connection to the server; what the simulator sends waits until it is subscribed, or the answers would be lost. */
  let line: { far: MqttClient; subscribed: Promise<unknown> } | undefined;
  const changeUp = wrongUp();
  const broker = await Aedes.createBroker({
    // Here the messages still have the order in which the simulator sent them.
    authorizePublish: (client, { topic, payload, qos, retain }, done) => {
      const changed = client && changeUp(topic.split('/').at(-1) ?? '', jsonOf(payload));
      if (changed && line) {
        const { far, subscribed } = line;
        const text = JSON.stringify(changed);
        // A publication on an ended line is thrown, not refused.
        const send = () => far.connected && far.publish(topic, text, { qos: qos === 0 ? 0 : 1, retain });
        void subscribed.then(send);
      }
      done(null);
    },
  });
  const server = createServer(broker.handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const changeDown = wrongDown();
  const drive = deadManOf((topic, body) => publishDown(topic, body));
  const publishDown = (topic: string, body: Body) =>
    broker.publish(
      { cmd: 'publish', topic, payload: JSON.stringify(body), qos: 1, retain: false, dup: false },
      () => {},
    );
  broker.on('client', (simulator: Client) => {
    const { sn: username, secret: password } = device;
    const far = mqtt.connect(mqttUrl, { username, password, clientId: username, reconnectPeriod: 0 });
    far.on('error', () => {});
    far.on('close', () => simulator.close());
    far.on('message', (topic, payload) => {
      const [name = '', body] = [topic.split('/').at(-1), jsonOf(payload)];
      const changed = changeDown(name, body);
      if (changed) publishDown(topic, changed);
      if (changed && name === 'xDrive') drive(topic, changed);
    });
    // A line that closes before has nothing to say.
    const subscribed = far.subscribeAsync(`${TestRobot.base(device)}/+`, { qos: 1 }).catch(() => {});
    line = { far, subscribed };
    simulator.conn.once('close', () => far.end(true));
  });
  // A listening server has an address.
  const near = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const simulator = startSimulator({ sn: device.sn, secret: 'any', model: 'J30', mqttUrl: near }, [
    '--speedup',
    '5',
  ]);
  return {
    stop: async () => {
      await cutPower(simulator);
      line?.far.end(true);
      await new Promise<void>((done) => broker.close(() => done()));
      server.close();
    },
  };
}

/** Rules for which a short drive is enough must find that it ends as it should. */
const longDriveMs = 600;

/** Repeats the last wish to move after a long drive and some silence, as if the driver still held on. */
function deadManOf(publish: (topic: string, body: Body) => void) {
  let timer: NodeJS.Timeout | undefined;
  let drive = { session: '', sinceMs: 0, seq: -1 };
  return (topic: string, body: Body) => {
    clearTimeout(timer);
    let seq = Number(body['seq']);
    const untilMs = Date.now() + holdsMs;
    if (body['deadman'] !== true || Number(body['ageMs']) > 300) return;
    const session = String(body['sessionId']);
    if (drive.session !== session) drive = { session, sinceMs: Date.now(), seq: -1 };
    if (seq <= drive.seq) return;
    drive.seq = seq;
    if (Date.now() - drive.sinceMs < longDriveMs) return;
    const repeat = () => {
      publish(topic, { ...body, seq: ++seq });
      if (Date.now() < untilMs) timer = setTimeout(repeat, 100);
    };
    timer = setTimeout(repeat, silentMs);
  };
}

import { randomUUID } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import { newId } from '../../platform/runtime/ids.ts';

export interface Registered {
  deviceId: string;
  companyId: string;
  sn: string;
  secret: string;
  manufacturer: string;
  protocol: 'v3' | 'v2';
}

export interface ReceivedAction {
  actionId: string;
  actionType: string;
  actionParameters: { key: string; value: unknown }[];
}

/** Sends the messages of a robot, one at a time. */
export class TestRobot {
  readonly device: Registered;
  readonly client: MqttClient;
  readonly received: { topic: string; message: Record<string, unknown> }[] = [];
  private headerIds: Record<string, number> = {};
  private seq = 0;

  private constructor(device: Registered, client: MqttClient) {
    this.device = device;
    this.client = client;
    client.on('message', (topic, payload) => {
      // An empty retained message only deletes the earlier one.
      if (payload.length === 0) return;
      const message = JSON.parse(payload.toString()) as Record<string, unknown>;
      this.received.push({ topic: topic.split('/').at(-1) ?? '', message });
    });
  }

  static async connect(
    url: string,
    device: Registered,
    overrides: mqtt.IClientOptions = {},
  ): Promise<TestRobot> {
    const base = TestRobot.base(device);
    const options: mqtt.IClientOptions = {
      username: device.sn,
      password: device.secret,
      clientId: device.sn,
      reconnectPeriod: 0,
      will: {
        topic: `${base}/connection`,
        qos: 1,
        retain: true,
        payload: Buffer.from(
          JSON.stringify({ ...TestRobot.header(device, 0), connectionState: 'CONNECTION_BROKEN' }),
        ),
      },
      ...overrides,
    };
    // Without reconnects, a connection that the broker closes before it answers would be waited for in vain.
    const client = await mqtt.connectAsync(url, options, options.reconnectPeriod !== 0);
    const robot = new TestRobot(device, client);
    const down = [
      'order',
      'instantActions',
      'zoneSet',
      'xCommand',
      'xDrive',
      'xAck',
      'xResponse',
      'xDesired',
    ];
    const topics = down.map((it) => `${base}/${it}`);
    const subscribed = client.subscribeAsync(topics, { qos: 1 });
    // A broker that closes the connection now would never answer.
    const closed = new Promise<never>((_, fail) => {
      if (options.reconnectPeriod === 0) client.once('close', () => fail(new Error('the broker closed')));
    });
    await Promise.race([subscribed, closed]);
    closed.catch(() => {});
    return robot;
  }

  static base = (device: Registered) => `vda5050/${device.protocol}/${device.manufacturer}/${device.sn}`;
  static header = (device: Registered, headerId: number) => ({
    headerId,
    timestamp: new Date().toISOString(),
    version: device.protocol === 'v3' ? '3.0.0' : '2.0.0',
    manufacturer: device.manufacturer,
    serialNumber: device.sn,
  });

  say(topic: string, body: Record<string, unknown>, qos: 0 | 1 = 0): Promise<unknown> {
    const headerId = (this.headerIds[topic] = (this.headerIds[topic] ?? -1) + 1);
    const message = { ...TestRobot.header(this.device, headerId), ...body };
    const topicPath = `${TestRobot.base(this.device)}/${topic}`;
    return this.client.publishAsync(topicPath, JSON.stringify(message), { qos });
  }

  /** The body of a durable message with a new msgId. */
  durable(body: Record<string, unknown>) {
    return {
      msgId: newId(),
      bootId: randomUUID(),
      seq: ++this.seq,
      occurredAt: new Date().toISOString(),
      ...body,
    };
  }

  state(body: Record<string, unknown> = {}): Promise<unknown> {
    return this.say('state', { ...idleState, ...body });
  }

  /** Waits for the first message on a topic that `accept` takes. */
  async waitForMessage(topic: string, accept: (message: Record<string, unknown>) => boolean = () => true) {
    return await eventually(() => {
      const match = this.received.find((it) => it.topic === topic && accept(it.message));
      return match?.message;
    }, `a message on ${topic}`);
  }

  /** The instant actions of a type that were received, repetitions included. */
  actionsOf(type: string): ReceivedAction[] {
    const actions = this.received.flatMap(({ topic, message }) =>
      topic === 'instantActions' ? (message['actions'] as ReceivedAction[]) : [],
    );
    return actions.filter(({ actionType }) => actionType === type);
  }

  /** Waits for the nth instant action of a type; a repeated action counts once. */
  async waitForAction(type: string, nth = 1): Promise<ReceivedAction> {
    return await eventually(
      () => {
        return [...new Map(this.actionsOf(type).map((it) => [it.actionId, it])).values()][nth - 1];
      },
      `${type} ${nth}`,
      20_000,
    );
  }

  async leave(): Promise<void> {
    await this.client.endAsync(true);
  }
}

export const idleState = {
  orderId: '',
  orderUpdateId: 0,
  lastNodeId: '',
  lastNodeSequenceId: 0,
  nodeStates: [],
  edgeStates: [],
  actionStates: [],
  instantActionStates: [],
  driving: false,
  paused: false,
  maps: [{ mapId: 'm1', mapVersion: '1', mapStatus: 'ENABLED' }],
  mobileRobotPosition: { x: 1, y: 2, theta: 0, mapId: 'm1', localized: true, localizationScore: 0.9 },
  powerSupply: { stateOfCharge: 80, batteryVoltage: 25, charging: false },
  operatingMode: 'AUTOMATIC',
  errors: [],
  safetyState: { activeEmergencyStop: 'NONE', fieldViolation: false },
};

/** Ends a test that would wait for ever. It is no limit of the product, so it allows for a busy machine. */
const patienceMs = 120_000;

/** Polls until there is a value; the error names what was expected. What takes longer than others names its time. */
export async function eventually<T>(
  poll: () => T | undefined | false | null | Promise<T | undefined | false | null>,
  what: string,
  withinMs = patienceMs,
): Promise<T> {
  const until = Date.now() + Math.max(withinMs, patienceMs);
  for (;;) {
    const value = await poll();
    if (value !== undefined && value !== false && value !== null) return value;
    if (Date.now() > until) throw new Error(`waited in vain for ${what}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

import { randomUUID } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import { companies } from '../features/companies/company-table.ts';
import { devices } from '../features/devices/device-table.ts';
import { localBus, type BusMessage } from '../platform/bus.ts';
import { inScope, type Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import { newCredential } from './credential-service.ts';
import { startGateway, type GatewayOptions } from './gateway.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Fails loudly: an error in the log of a test is a failed test unless it is expected. */
const loud = {
  ...silent,
  error: (details: object, message: string) => {
    throw new Error(
      `${message}: ${JSON.stringify(details, (_, value: unknown) => (value instanceof Error ? value.stack : value))}`,
    );
  },
};

export interface Registered {
  deviceId: string;
  companyId: string;
  sn: string;
  secret: string;
  manufacturer: string;
  protocol: 'v3' | 'v2';
}

export async function aCompany(db: Db): Promise<string> {
  const id = newId();
  const at = new Date().toISOString();
  await inScope(db, '*', (tx) =>
    tx.insert(companies).values({
      id,
      name: `Company ${id}`,
      type: 0,
      path: `${id}/`,
      createdAt: at,
      updatedAt: at,
      updatedBy: '',
    }),
  );
  return id;
}

/** A registered device and the secret it connects with. Its serial number is unique, so runs can share a broker. */
export async function aDevice(
  db: Db,
  companyId: string,
  more: Partial<typeof devices.$inferInsert> = {},
): Promise<Registered> {
  const { secret, secretHash } = newCredential();
  const deviceId = newId();
  const at = new Date().toISOString();
  const row = {
    id: deviceId,
    companyId,
    sn: `T${randomUUID().slice(0, 13)}`,
    manufacturer: 'JBOT',
    model: 'J30' as const,
    protocol: 'v3' as const,
    nickname: 'Test',
    binding: 'ACTIVATED' as const,
    secretHash,
    createdAt: at,
    updatedAt: at,
    updatedBy: '',
    ...more,
  };
  await inScope(db, '*', (tx) => tx.insert(devices).values(row));
  return { deviceId, companyId, secret, sn: row.sn, manufacturer: row.manufacturer, protocol: row.protocol };
}

/** A gateway on the embedded broker, or on the one of MQTT_URL, and what it published. */
export async function aGateway(db: Db, options: Partial<GatewayOptions> = {}) {
  const bus = localBus((error) => {
    throw error;
  });
  const pushed: BusMessage[] = [];
  bus.subscribeAll((message) => void pushed.push(message));
  const outside = process.env['MQTT_URL'];
  const gateway = await startGateway({
    db,
    bus,
    now: () => new Date(),
    log: loud,
    port: 0,
    installation: `test-${randomUUID().slice(0, 8)}`,
    ...(outside && { mqttUrl: outside }),
    ...options,
    timing: { tickMs: 50, ...options.timing },
  });
  return { gateway, bus, pushed };
}

export const onOutsideBroker = Boolean(process.env['MQTT_URL']);

/** Speaks as a robot would, one message at a time. */
export class TestRobot {
  readonly device: Registered;
  readonly client: MqttClient;
  readonly heard: { topic: string; message: Record<string, unknown> }[] = [];
  private headerIds: Record<string, number> = {};
  private seq = 0;

  private constructor(device: Registered, client: MqttClient) {
    this.device = device;
    this.client = client;
    client.on('message', (topic, payload) => {
      const message = JSON.parse(payload.toString()) as Record<string, unknown>;
      this.heard.push({ topic: topic.split('/').at(-1) ?? '', message });
    });
  }

  static async connect(url: string, device: Registered, more: mqtt.IClientOptions = {}): Promise<TestRobot> {
    const base = TestRobot.base(device);
    const client = await mqtt.connectAsync(url, {
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
      ...more,
    });
    const robot = new TestRobot(device, client);
    const down = ['order', 'instantActions', 'zoneSet', 'xCommand', 'xAck', 'xResponse'];
    await client.subscribeAsync(
      down.map((it) => `${base}/${it}`),
      { qos: 1 },
    );
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

  /** A durable message; answers its msgId. */
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

  /** The next message on a topic after `from`, waited for. */
  async hear(topic: string, accept: (message: Record<string, unknown>) => boolean = () => true) {
    return await eventually(() => {
      const found = this.heard.find((it) => it.topic === topic && accept(it.message));
      return found?.message;
    }, `a message on ${topic}`);
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

/** Polls until there is an answer; fails with what was waited for. */
export async function eventually<T>(
  look: () => T | undefined | false | null | Promise<T | undefined | false | null>,
  what: string,
  withinMs = 8000,
): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false && found !== null) return found;
    if (Date.now() > until) throw new Error(`waited in vain for ${what}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

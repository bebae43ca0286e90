import { randomUUID } from 'node:crypto';
import { companies } from '../../entities/people/company-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { localBus, type BusMessage } from '../../platform/socket/bus.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { newCredential } from '../../features/devices/identity/credential-service.ts';
import { startGateway, type GatewayOptions } from '../gateway.ts';
import { eventually, idleState, TestRobot, type Registered } from './test-robot.ts';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';

export { eventually, idleState, TestRobot, type Registered } from './test-robot.ts';

const silentLog = { info: () => {}, warn: () => {}, error: () => {} };

/** An unexpected error in the log fails the test. */
const throwingLog = {
  ...silentLog,
  error: (details: object, message: string) => {
    throw new Error(
      `${message}: ${JSON.stringify(details, (_, value: unknown) => (value instanceof Error ? value.stack : value))}`,
    );
  },
};

export async function aCompany(db: Db): Promise<string> {
  const id = newId();
  const at = new Date().toISOString();
  await inScope(db, '*', (tx) =>
    tx.insert(companies).values({
      id,
      name: `Company ${id}`,
      code: id,
      type: 0,
      path: `${id}/`,
      createdAt: at,
      updatedAt: at,
      updatedBy: '',
    }),
  );
  return id;
}

/** A registered device and its secret. Its serial number is unique, so that concurrent tests can share a broker. */
export async function aDevice(
  db: Db,
  companyId: string,
  overrides: Partial<typeof devices.$inferInsert> = {},
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
    ...overrides,
  };
  await inScope(db, '*', (tx) => tx.insert(devices).values(row));
  return { deviceId, companyId, secret, sn: row.sn, manufacturer: row.manufacturer, protocol: row.protocol };
}

/** A gateway on the embedded broker, or on the one of MQTT_URL, and the messages it published. */
export async function aGateway(db: Db, options: Partial<GatewayOptions> = {}) {
  const bus =
    options.bus ??
    localBus((error) => {
      throw error;
    });
  const pushed: BusMessage[] = [];
  bus.subscribeAll((message) => void pushed.push(message));
  const outside = process.env['MQTT_URL'];
  const gateway = await startGateway({
    db,
    bus,
    now: () => new Date(),
    log: throwingLog,
    port: 0,
    installation: `test-${randomUUID().slice(0, 8)}`,
    ...(outside && { mqttUrl: outside }),
    ...options,
    timing: { tickMs: 50, ...options.timing },
  });
  return { gateway, bus, pushed };
}

export const onOutsideBroker = Boolean(process.env['MQTT_URL']);

/** Of a vehicle that cleans. */
/** Actions of every model: a robot that does not list them is not asked for them. */
const ofEveryModel = [
  ...['startPause', 'stopPause', 'startCharging', 'dock', 'startHibernation', 'initializePosition'],
  ...['downloadMap', 'enableMap', 'enableZoneSet'],
];

export const factsheet = {
  protocolFeatures: {
    optionalParameters: [{ parameter: 'order.nodes.nodePosition.allowedDeviationXY', support: 'SUPPORTED' }],
    mobileRobotActions: [
      { actionType: 'cleanArea', actionScopes: ['NODE'] },
      ...ofEveryModel.map((actionType) => ({ actionType, actionScopes: ['INSTANT'] })),
    ],
  },
};

/** Sends the first messages of a connected robot and waits until the gateway shows it. */
export async function introduce(
  running: Awaited<ReturnType<typeof aGateway>>,
  robot: TestRobot,
  state: object = {},
) {
  const liveOf = () => running.gateway.live(robot.device.deviceId);
  // Restored readings are of the last process, so only new ones prove that these messages were taken.
  const restored = liveOf();
  // All with QoS 1: a busy broker would let a message with QoS 1 overtake one without.
  const describe = async () => {
    await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false }, 1);
    await robot.say('factsheet', factsheet, 1);
    await robot.say('state', { ...idleState, ...state }, 1);
  };
  await robot.say('connection', { connectionState: 'ONLINE' }, 1);
  await describe();
  let answered = 0;
  await eventually(async () => {
    // A server that follows a robot only after some of its first messages asks for its state.
    const requests = robot.actionsOf('stateRequest').length;
    if (requests > answered) await describe();
    answered = requests;
    const live = liveOf();
    if (live?.connection.state !== 'ONLINE' || !live.battery || !live.tanks) return false;
    return live.battery !== restored?.battery && live.tanks !== restored?.tanks;
  }, 'the robot to be online');
}

/** A registered robot that is connected, idle and loaded. */
export async function anOnlineRobot(
  running: Awaited<ReturnType<typeof aGateway>>,
  db: Db,
  companyId: string,
) {
  const device = await aDevice(db, companyId);
  announceDevice(running.bus, device.deviceId);
  await eventually(() => running.gateway.live(device.deviceId), 'the gateway to know the device');
  const robot = await TestRobot.connect(running.gateway.mqttUrl, device);
  await introduce(running, robot);
  return { device, robot };
}

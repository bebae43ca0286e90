import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { downTopicNames } from '../../packages/contract/src/robot/index.ts';
import { packet, text } from '../ingest/wire.ts';

export interface Member {
  sn: string;
  password: string;
}
/** Requests of the parent process. */
export type Ask =
  | { kind: 'connect'; port: number; robots: Member[] }
  | { kind: 'introduce' }
  /** Starts sending a state per robot and second, or in more seconds, with a position on this map. */
  | { kind: 'feed'; mapId: string; everySeconds?: number }
  | { kind: 'drop' };
/** Reply: the time in milliseconds since the epoch when all robots were done. */
export interface Done {
  at: number;
  /** Bytes of states sent so far. */
  fed: number;
}

const base = (sn: string) => `vda5050/v3/JBOT/${sn}`;
const header = (sn: string) => ({
  headerId: 1,
  timestamp: new Date().toISOString(),
  version: '3.0.0',
  manufacturer: 'JBOT',
  serialNumber: sn,
});

/** CONNECT packet of a robot: clean session, will, user name and password. */
function connectPacket({ sn, password }: Member): Buffer {
  const will = JSON.stringify({ ...header(sn), connectionState: 'CONNECTION_BROKEN' });
  const flags = 0b1110_1110;
  const willParts = [text(`${base(sn)}/connection`), text(will)];
  return packet(
    0x10,
    text('MQTT'),
    Buffer.from([4, flags, 0, 60]),
    text(sn),
    ...willParts,
    text(sn),
    text(password),
  );
}

const subscribePacket = (sn: string) =>
  packet(
    0x82,
    Buffer.from([0, 1]),
    ...downTopicNames.map((name) => Buffer.concat([text(`${base(sn)}/${name}`), Buffer.from([1])])),
  );

const retryMs = 250;

/** Connects and subscribes a robot; retries like a robot when the connection fails. */
async function arrive(port: number, robot: Member): Promise<Socket> {
  for (;;) {
    try {
      return await attempt(port, robot);
    } catch (error) {
      if (error instanceof Refused) throw error;
      await pause(retryMs);
    }
  }
}

class Refused extends Error {}

function attempt(port: number, robot: Member): Promise<Socket> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let received = Buffer.alloc(0);
    socket.on('connect', () => socket.write(connectPacket(robot)));
    socket.on('error', fail);
    socket.once('close', () => fail(new Error('closed')));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length >= 4 && received[3] !== 0)
        return fail(new Refused(`${robot.sn} was refused with ${received[3]}`));
      if (received.length === 4) return void socket.write(subscribePacket(robot.sn));
      if (received.length < 4 + 4 + downTopicNames.length) return;
      socket.removeAllListeners('data');
      // Messages to the robot are read and dropped.
      socket.resume();
      done(socket);
    });
  });
}

const publish = (socket: Socket, sn: string, topic: string, body: object): number => {
  const message = packet(
    0x30,
    text(`${base(sn)}/${topic}`),
    Buffer.from(JSON.stringify({ ...header(sn), ...body })),
  );
  socket.write(message);
  return message.length;
};

const state = (x: number, mapId: string) => ({
  orderId: '',
  orderUpdateId: 0,
  lastNodeId: '',
  lastNodeSequenceId: 0,
  driving: false,
  nodeStates: [],
  edgeStates: [],
  actionStates: [],
  instantActionStates: [],
  zoneActionStates: [],
  operatingMode: 'AUTOMATIC',
  errors: [],
  information: [],
  newBaseRequest: false,
  paused: false,
  powerSupply: { stateOfCharge: 20 + (x % 60), charging: false },
  safetyState: { activeEmergencyStop: 'NONE', fieldViolation: false },
  mobileRobotPosition: { x, y: 2, theta: 0, mapId, localized: true },
});

/** Sends the first messages of a robot. */
function introduce(socket: Socket, sn: string): void {
  publish(socket, sn, 'connection', { connectionState: 'ONLINE' });
  publish(socket, sn, 'state', state(1, 'floor-1'));
  publish(socket, sn, 'xTelemetry', { mode: 'STANDBY', modePaused: false });
}

const sliceMs = 20;
let fed = 0;
let feeding: NodeJS.Timeout | undefined;

/** Sends the states; the robots are spread over the time between two. */
function feed(mapId: string, everySeconds = 1): void {
  const slices = (everySeconds * 1000) / sliceMs;
  let turn = 0;
  let headerId = 1;
  feeding = setInterval(() => {
    if (turn % slices === 0) headerId++;
    for (let n = turn % slices; n < sockets.length; n += slices) {
      const x = 2 + ((turn / slices + n) % 20) / 2;
      fed += publish(sockets[n]!, robots[n]!.sn, 'state', { ...state(x, mapId), headerId });
    }
    turn++;
  }, sliceMs);
}

let robots: Member[] = [];
let sockets: Socket[] = [];

const handlers = {
  connect: async (ask: Extract<Ask, { kind: 'connect' }>) => {
    robots = ask.robots;
    sockets = await Promise.all(robots.map((robot) => arrive(ask.port, robot)));
    for (const socket of sockets) socket.on('error', () => {});
  },
  introduce: async () => {
    for (const [n, socket] of sockets.entries()) introduce(socket, robots[n]!.sn);
  },
  feed: async (ask: Extract<Ask, { kind: 'feed' }>) => {
    if (!feeding) feed(ask.mapId, ask.everySeconds);
  },
  drop: async () => {
    clearInterval(feeding);
    feeding = undefined;
    // Reset instead of close: ports in TIME_WAIT would run out after three rounds.
    for (const socket of sockets) socket.resetAndDestroy();
    sockets = [];
  },
};

process.on('message', (ask: Ask) => {
  const act =
    ask.kind === 'connect'
      ? handlers.connect(ask)
      : ask.kind === 'feed'
        ? handlers.feed(ask)
        : handlers[ask.kind]();
  act.then(
    () => process.send?.({ at: Date.now(), fed } satisfies Done),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});

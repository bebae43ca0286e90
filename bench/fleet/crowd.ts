import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { downTopicNames } from '../../packages/contract/src/robot/index.ts';
import { packet, text } from '../ingest/wire.ts';

export interface Member {
  sn: string;
  password: string;
}
/** What the parent asks of this part of the fleet. */
export type Ask =
  | { kind: 'connect'; port: number; robots: Member[] }
  | { kind: 'introduce' }
  /** From now on each says its state once a second, on the map where it drives. */
  | { kind: 'feed'; mapId: string }
  | { kind: 'drop' };
/** What it answers: milliseconds since the epoch when everybody was done. */
export interface Done {
  at: number;
  /** Bytes of states said so far. */
  fed: number;
}

const base = (sn: string) => `vda5050/v3/JBOT/${sn}`;
const header = (sn: string) => ({
  ...{ headerId: 1, timestamp: new Date().toISOString(), version: '3.0.0' },
  ...{ manufacturer: 'JBOT', serialNumber: sn },
});

/** As our robots connect: clean, with a will, a name and a password. */
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

/** Connected, and subscribed to all it must hear. Whom the rush turned away comes again, as a robot does; that takes its time. */
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
    let heard = Buffer.alloc(0);
    socket.on('connect', () => socket.write(connectPacket(robot)));
    socket.on('error', fail);
    socket.once('close', () => fail(new Error('closed')));
    socket.on('data', (chunk) => {
      heard = Buffer.concat([heard, chunk]);
      if (heard.length >= 4 && heard[3] !== 0)
        return fail(new Refused(`${robot.sn} was refused with ${heard[3]}`));
      if (heard.length === 4) return void socket.write(subscribePacket(robot.sn));
      if (heard.length < 4 + 4 + downTopicNames.length) return;
      socket.removeAllListeners('data');
      // What comes down is read and dropped, as a robot's own queue would be.
      socket.resume();
      done(socket);
    });
  });
}

const say = (socket: Socket, sn: string, topic: string, body: object): number => {
  const message = packet(
    0x30,
    text(`${base(sn)}/${topic}`),
    Buffer.from(JSON.stringify({ ...header(sn), ...body })),
  );
  socket.write(message);
  return message.length;
};

const state = (x: number, mapId: string) => ({
  ...{ orderId: '', orderUpdateId: 0, lastNodeId: '', lastNodeSequenceId: 0, driving: false },
  ...{ nodeStates: [], edgeStates: [], actionStates: [], instantActionStates: [], zoneActionStates: [] },
  ...{ operatingMode: 'AUTOMATIC', errors: [], information: [], newBaseRequest: false, paused: false },
  ...{
    powerSupply: { stateOfCharge: 20 + (x % 60), charging: false },
    safetyState: { activeEmergencyStop: 'NONE', fieldViolation: false },
  },
  mobileRobotPosition: { x, y: 2, theta: 0, mapId, localized: true },
});

/** What a robot says when it has connected. */
function introduce(socket: Socket, sn: string): void {
  say(socket, sn, 'connection', { connectionState: 'ONLINE' });
  say(socket, sn, 'state', state(1, 'floor-1'));
  say(socket, sn, 'xTelemetry', { mode: 'STANDBY', modePaused: false });
}

const sliceMs = 20;
let fed = 0;
let feeding: NodeJS.Timeout | undefined;

/** Robots take turns within the second, as a fleet does that was not switched on at one moment. */
function feed(mapId: string): void {
  const slices = 1000 / sliceMs;
  let turn = 0;
  let headerId = 1;
  feeding = setInterval(() => {
    if (turn % slices === 0) headerId++;
    for (let n = turn % slices; n < sockets.length; n += slices) {
      const x = 2 + ((turn / slices + n) % 20) / 2;
      fed += say(sockets[n]!, robots[n]!.sn, 'state', { ...state(x, mapId), headerId });
    }
    turn++;
  }, sliceMs);
}

let robots: Member[] = [];
let sockets: Socket[] = [];

const acts = {
  connect: async (ask: Extract<Ask, { kind: 'connect' }>) => {
    robots = ask.robots;
    sockets = await Promise.all(robots.map((robot) => arrive(ask.port, robot)));
    for (const socket of sockets) socket.on('error', () => {});
  },
  introduce: async () => {
    for (const [n, socket] of sockets.entries()) introduce(socket, robots[n]!.sn);
  },
  feed: async (ask: Extract<Ask, { kind: 'feed' }>) => {
    if (!feeding) feed(ask.mapId);
  },
  drop: async () => {
    clearInterval(feeding);
    feeding = undefined;
    // Cut rather than closed: ports that wait for late packets would run out after three rounds.
    for (const socket of sockets) socket.resetAndDestroy();
    sockets = [];
  },
};

process.on('message', (ask: Ask) => {
  const act =
    ask.kind === 'connect' ? acts.connect(ask) : ask.kind === 'feed' ? acts.feed(ask) : acts[ask.kind]();
  act.then(
    () => process.send?.({ at: Date.now(), fed } satisfies Done),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});

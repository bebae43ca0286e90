import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { alarmCodes } from '../../packages/contract/src/robot/codes.ts';
import { packet, text } from '../ingest/wire.ts';

export interface Robot {
  sn: string;
  password: string;
}
export type Job = { port: number; robots: Robot[] } & (
  | { kind: 'flood'; seconds: number }
  /** Each robot raises this code once within the time, and sends the message twice, as after a lost acknowledgement. */
  | { kind: 'storm'; code: string; withinMs: number }
);
/** Messages acknowledged within the time. */
export interface Outcome {
  acknowledged: number;
}

const codes = Object.keys(alarmCodes).filter((code) => code < '80000');
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
const prefix = `${hex(Date.now(), 12).slice(0, 8)}-${hex(Date.now(), 12).slice(-4)}`;
const idOf = (kind: number, robot: number, n: number) =>
  `${prefix}-7${hex(kind, 3)}-8000-${hex(robot, 4)}${hex(n, 8)}`;

/** The n-th message of a robot: an alarm is raised, then it is cleared, then comes the next code. */
function alarm({ sn }: Robot, robot: number, n: number, fixed?: string): Buffer {
  const at = new Date().toISOString();
  const raise = Math.floor(n / 2);
  const body = {
    headerId: n,
    timestamp: at,
    version: '3.0.0',
    manufacturer: 'JBOT',
    serialNumber: sn,
    msgId: idOf(0, robot, n),
    bootId: '5f2c1d34-8f0b-4a7e-9a55-3c1b2a190807',
    seq: n + 1,
    occurredAt: at,
    alarmId: idOf(1, robot, raise),
    event: n % 2 === 0 ? 'RAISED' : 'CLEARED',
    code: fixed ?? codes[(robot + raise) % codes.length],
    level: 4,
  };
  const topic = text(`vda5050/v3/JBOT/${sn}/xAlarm`);
  const id = (n % 65_535) + 1;
  return packet(0x32, topic, Buffer.from([id >> 8, id & 255]), Buffer.from(JSON.stringify(body)));
}

/** A connected robot. `onAck` is called for each acknowledged message. */
async function arrive(port: number, { sn, password }: Robot, onAck: () => void): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await once(socket, 'connect');
  socket.write(packet(0x10, text('MQTT'), Buffer.from([4, 0xc2, 0, 60]), text(sn), text(sn), text(password)));
  const [connack] = (await once(socket, 'data')) as [Buffer];
  if (connack[3] !== 0) throw new Error(`the broker refused ${sn} with ${connack[3]}`);
  let pending = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 2 && pending.length >= 2 + pending[1]!) {
      const isAck = pending[0]! >> 4 === 4;
      pending = pending.subarray(2 + pending[1]!);
      if (isAck) onAck();
    }
  });
  socket.on('error', () => {});
  const ping = setInterval(() => socket.write(Buffer.from([0xc0, 0])), 30_000);
  socket.on('close', () => clearInterval(ping));
  return socket;
}

async function arriveAll({ port, robots }: Job, onAck: (robot: number) => void): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let first = 0; first < robots.length; first += 50) {
    const group = robots.slice(first, first + 50);
    sockets.push(
      ...(await Promise.all(group.map((robot, i) => arrive(port, robot, () => onAck(first + i))))),
    );
  }
  return sockets;
}

async function flood(job: Extract<Job, { kind: 'flood' }>): Promise<Outcome> {
  const count = { running: false, done: false, acknowledged: 0 };
  const sent = job.robots.map(() => 0);
  const sockets: Socket[] = [];
  const publish = (robot: number) =>
    sockets[robot]!.write(alarm(job.robots[robot]!, robot, (sent[robot] = sent[robot]! + 1) - 1));
  sockets.push(
    ...(await arriveAll(job, (robot) => {
      if (count.running) count.acknowledged += 1;
      if (!count.done) publish(robot);
    })),
  );
  for (const robot of job.robots.keys()) publish(robot);
  await pause(500);
  count.running = true;
  await pause(job.seconds * 1_000);
  count.running = false;
  count.done = true;
  for (const socket of sockets) socket.destroy();
  return count;
}

async function storm(job: Extract<Job, { kind: 'storm' }>): Promise<Outcome> {
  const count = { acknowledged: 0 };
  const sockets = await arriveAll(job, () => void (count.acknowledged += 1));
  process.send?.('connected');
  await Promise.all(
    sockets.map(async (socket, robot) => {
      await pause(Math.random() * job.withinMs);
      const message = alarm(job.robots[robot]!, robot, 0, job.code);
      socket.write(Buffer.concat([message, message]));
    }),
  );
  for (let waits = 0; count.acknowledged < 2 * sockets.length && waits < 1_200; waits += 1) await pause(100);
  for (const socket of sockets) socket.destroy();
  return count;
}

process.once('message', async (job: Job) => {
  process.send?.(await (job.kind === 'flood' ? flood(job) : storm(job)));
  process.disconnect();
});

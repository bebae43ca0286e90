import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { packet, text } from './wire.ts';

/** Job of the parent: port, duration and robots. */
export interface Job {
  port: number;
  seconds: number;
  robots: { sn: string; password: string }[];
}
/** Result: messages acknowledged within the time, and lost connections. */
export interface Outcome {
  acknowledged: number;
  lost: number;
}

const connectPacket = (sn: string, password: string) =>
  packet(0x10, text('MQTT'), Buffer.from([4, 0xc2, 0, 60]), text(sn), text(sn), text(password));

/** A progress message; `n` determines id and sequence, so every message is unique. */
function progress(sn: string, robot: number, n: number): string {
  const at = new Date().toISOString();
  return JSON.stringify({
    headerId: n,
    timestamp: at,
    version: '3.0.0',
    manufacturer: 'JBOT',
    serialNumber: sn,
    msgId: `${runPrefix}-7000-8000-${idTail(robot, n)}`,
    bootId: '5f2c1d34-8f0b-4a7e-9a55-3c1b2a190807',
    seq: n,
    occurredAt: at,
    runId: `${runPrefix}-7000-8001-${idTail(robot, 0)}`,
    origin: 'HMI',
    state: 'IN_PROGRESS',
    phase: 'CLEANING',
    areaIndex: 0,
    areaCount: 1,
    areaId: 'area-atrium',
    mapId: 'f81d439b-b1d4-8d50-82ae-b95fbd1c1d7f',
    plannedM2: 1000,
    cleanedM2: n / 10,
    coverage: Math.min(1, n / 10_000),
    elapsedS: n,
    etaS: 2100,
  });
}
const idTail = (robot: number, n: number) =>
  `${robot.toString(16).padStart(4, '0')}${n.toString(16).padStart(8, '0')}`;
const runPrefix = `${Date.now().toString(16).padStart(12, '0').slice(0, 8)}-${Date.now().toString(16).slice(-4)}`;

/** One connection with one message in flight; the next is sent after the acknowledgement. */
async function publisher(
  port: number,
  { sn, password }: Job['robots'][number],
  robot: number,
  count: Counter,
) {
  const socket: Socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await once(socket, 'connect');
  socket.write(connectPacket(sn, password));
  const [connack] = (await once(socket, 'data')) as [Buffer];
  if (connack[3] !== 0) throw new Error(`the broker refused ${sn} with ${connack[3]}`);
  let n = 0;
  const publish = () => {
    const id = (++n % 65_535) + 1;
    const payload = Buffer.from(progress(sn, robot, n));
    const packetId = Buffer.from([id >> 8, id & 255]);
    socket.write(packet(0x32, text(`vda5050/v3/JBOT/${sn}/xTask`), packetId, payload));
  };
  let pending: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 2 && pending.length >= 2 + pending[1]!) {
      const kind = pending[0]! >> 4;
      pending = pending.subarray(2 + pending[1]!);
      if (kind !== 4) continue;
      if (count.running) count.acknowledged++;
      if (!count.done) publish();
    }
  });
  socket.on('close', () => count.done || count.lost++);
  socket.on('error', () => {});
  return { publish, close: () => socket.destroy() };
}

interface Counter {
  running: boolean;
  done: boolean;
  acknowledged: number;
  lost: number;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

process.once('message', async (job: Job) => {
  const count: Counter = { running: false, done: false, acknowledged: 0, lost: 0 };
  const publishers = [];
  for (let first = 0; first < job.robots.length; first += 50) {
    const group = job.robots.slice(first, first + 50);
    publishers.push(
      ...(await Promise.all(group.map((robot, i) => publisher(job.port, robot, first + i, count)))),
    );
  }
  for (const { publish } of publishers) publish();
  await wait(500);
  count.running = true;
  await wait(job.seconds * 1000);
  count.running = false;
  count.done = true;
  for (const { close } of publishers) close();
  process.send?.({ acknowledged: count.acknowledged, lost: count.lost } satisfies Outcome);
  process.disconnect();
});

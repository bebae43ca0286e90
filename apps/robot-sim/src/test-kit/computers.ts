import { LocalOperator } from '../robot/body/local-operator.ts';
import { specOf, type SimModel } from '../robot/spec.ts';
import type { ComputerSetup } from '../wire/connection/computer-setup.ts';
import { Computer } from '../wire/connection/computer.ts';
import { memoryDisk } from '../wire/connection/disk.ts';
import type { Outgoing } from '../wire/messages/envelope.ts';
import { builtInWorld } from '../world/built-in.ts';
import type { World } from '../world/world.ts';
import { dockOf } from './robots.ts';

type ConnectionField = 'upload' | 'uploadMap' | 'fetchMap' | 'fetchSection' | 'inlineBytes';

/** Options of a test computer, including its HTTP functions. */
type ComputerOptions = Partial<Pick<ComputerSetup, ConnectionField>> & {
  light?: boolean;
  speedup?: number;
  mtbfH?: number;
  attended?: boolean;
  /** Whether its requests for the server's time are answered. */
  answersTime?: boolean;
  /** The floor on which it was installed; default: the office. */
  floor?: World;
};

const identity = {
  interfaceName: 'vda5050',
  major: 'v3',
  version: '3.0.0',
  manufacturer: 'JBOT',
  serialNumber: 'J30C0001',
} as const;

const header = {
  headerId: 0,
  timestamp: '',
  version: '3.0.0',
  manufacturer: 'JBOT',
  serialNumber: 'J30C0001',
};
const iso = (ms: number) => new Date(ms).toISOString();

/** A robot computer without a network, with a manual clock. */
export function aComputer(
  model: SimModel,
  seed: number,
  {
    light = false,
    speedup = 10,
    mtbfH = 0.3,
    attended = true,
    answersTime = true,
    floor,
    ...connection
  }: ComputerOptions = {},
) {
  const world = floor ?? builtInWorld('office', 1);
  const dock = model === 'PLAIN' ? undefined : dockOf(world);
  const sent: Outgoing[] = [];
  let nowMs = Date.parse('2026-11-20T08:00:00.000Z');
  const computer: Computer = new Computer({
    robot: {
      sn: 'J30C0001',
      spec: specOf(model),
      world,
      seed,
      light,
      dock,
      socPct: 60,
      mtbfH,
      start: dock ?? { x: 20, y: 12, theta: 0 },
    },
    identity,
    disk: memoryDisk(),
    now: () => nowMs,
    monotonicMs: () => nowMs,
    speedup,
    plain: model === 'PLAIN',
    upload: undefined,
    fetchSection: () => Promise.reject(new Error('none')),
    ...connection,
    send: (message) => {
      sent.push(message);
      const body = JSON.parse(message.payload) as { msgId?: string; requestId?: string; type?: string };
      if (body.msgId !== undefined) computer.journal.acknowledge([body.msgId]);
      if (body.type === 'time' && answersTime)
        receive('xResponse', { requestId: body.requestId, status: 'OK', serverTime: iso(nowMs) });
    },
    reboot: () => undefined,
    unbound: () => undefined,
    log: () => undefined,
  });
  const localOperator = new LocalOperator(
    {
      robot: computer.robot,
      order: (order, by) => computer.hmiOrder(order, by),
      stop: () => computer.hmiStop(),
    },
    seed,
  );
  /** Advances real time in steps of a twentieth of a second. */
  const advance = (seconds: number, each: () => void = () => undefined) => {
    for (let i = 0; i < seconds * 20; i++) {
      nowMs += 50;
      computer.tick(speedup / 20);
      if (attended) localOperator.advance(speedup / 20);
      each();
    }
  };
  const receive = (name: string, body: object) => {
    const ttlMs = 'ttlMs' in body ? Number(body.ttlMs) : 60_000;
    const expiry = name === 'xCommand' && { expiresAt: iso(nowMs + ttlMs) };
    computer.receive(name, Buffer.from(JSON.stringify({ ...header, ...expiry, ...body })));
  };
  return { computer, world, sent, advance, receive };
}

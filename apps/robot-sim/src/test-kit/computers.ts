import { LocalOperator } from '../robot/body/local-operator.ts';
import { specOf, type SimModel } from '../robot/spec.ts';
import type { ComputerSetup } from '../wire/connection/computer-setup.ts';
import { Computer } from '../wire/connection/computer.ts';
import { memoryDisk } from '../wire/connection/disk.ts';
import type { Outgoing } from '../wire/messages/envelope.ts';
import { builtInWorld } from '../world/built-in.ts';
import type { World } from '../world/world.ts';
import { dockOf } from './robots.ts';

type Line = 'upload' | 'uploadMap' | 'fetchMap' | 'fetchSection' | 'inlineBytes';

/** How it is made, and what it reaches over HTTP. */
type ComputerWish = Partial<Pick<ComputerSetup, Line>> & {
  light?: boolean;
  speedup?: number;
  mtbfH?: number;
  attended?: boolean;
  /** Whether it is told the server's time when it asks. */
  answersTime?: boolean;
  /** The floor it was installed on; the office unless said. */
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

/** A robot without a wire whose clock stands until it is pushed. */
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
    ...line
  }: ComputerWish = {},
) {
  const world = floor ?? builtInWorld('office', 1);
  const dock = model === 'PLAIN' ? undefined : dockOf(world);
  const sent: Outgoing[] = [];
  let nowMs = Date.parse('2026-11-20T08:00:00.000Z');
  const computer: Computer = new Computer({
    robot: {
      ...{ sn: 'J30C0001', spec: specOf(model), world, seed, light, dock, socPct: 60, mtbfH },
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
    ...line,
    send: (message) => {
      sent.push(message);
      const body = JSON.parse(message.payload) as { msgId?: string; requestId?: string; type?: string };
      if (body.msgId !== undefined) computer.journal.acknowledge([body.msgId]);
      if (body.type === 'time' && answersTime)
        receive('xResponse', { requestId: body.requestId, status: 'OK', serverTime: iso(nowMs) });
    },
    ...{ reboot: () => undefined, unbound: () => undefined, told: () => undefined },
  });
  const habit = new LocalOperator(
    {
      robot: computer.robot,
      order: (order, by) => computer.hmiOrder(order, by),
      stop: () => computer.hmiStop(),
    },
    seed,
  );
  /** Lets real seconds pass, a twentieth at a time. */
  const live = (seconds: number, each: () => void = () => undefined) => {
    for (let i = 0; i < seconds * 20; i++) {
      nowMs += 50;
      computer.tick(speedup / 20);
      if (attended) habit.advance(speedup / 20);
      each();
    }
  };
  const receive = (name: string, body: object) => {
    const ttlMs = 'ttlMs' in body ? Number(body.ttlMs) : 60_000;
    const expiry = name === 'xCommand' && { expiresAt: iso(nowMs + ttlMs) };
    computer.receive(name, Buffer.from(JSON.stringify({ ...header, ...expiry, ...body })));
  };
  return { computer, world, sent, live, receive };
}
